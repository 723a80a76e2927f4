import { setImmediate as turn } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { RequestFlag } from '@offloop/contract';
import type { SentCall } from '@offloop/runtime';
import { CompactTypes, DEFAULT_SERIALIZATION, Fields, GenericRecords, randomUuid } from '@offloop/values';
import { messages } from '@offloop/wire';
import { beforeEach, expect, test, vi } from 'vitest';

import type { CallOptions } from '../../../src/calls/call-options.js';
import { Invoker } from '../../../src/calls/invoker.js';
import { operation, type Operation } from '../../../src/calls/operation.js';
import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { withResolvers, type PromiseWithResolvers } from '../../../src/calls/with-resolvers.js';
import type { ShardsOptions } from '../../../src/shards/shard-settings.js';
import { Shards } from '../../../src/shards/shards.js';
import { CallTraces } from '../../../src/tracing/call-traces.js';

vi.mock('@offloop/runtime', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  // Answers each call at once.
  Caller: class {
    readonly isStopped = false;

    send(_shard: number, { resolve }: SentCall<Operation>): number {
      resolve(null);
      return 0;
    }
  },
}));

const get = operation(messages.transactionalMap.get, RequestFlag.CONNECTION);
const name = new ObjectName('m');
const CONNECTION = 42;
const TRANSACTION = randomUuid();
const parcel = GenericRecords.compact('parcel', { weight: Fields.INT32 }, { weight: 1 });

/** The schema on its way to the members. */
let sending: PromiseWithResolvers<void>;
let shards: Shards<Operation>;
let invoker: Invoker;
beforeEach(() => {
  sending = withResolvers();
  const compact = new CompactTypes([]);
  compact.schemas.source = {
    replicate: async (schema) => {
      await sending.promise;
      compact.schemas.add(schema);
    },
    fetch: () => Promise.reject(new Error('nobody asks')),
  };
  const options = { settings: {}, clientUuids: ['a'], shards: 1, isMixed: false };
  shards = new Shards(options as unknown as ShardsOptions, {} as never, {} as never);
  const localAddress = { host: '127.0.0.1', port: 1 };
  shards.leadership.onConnected(
    { type: 'connected', candidate: 0, clusterId: 'x', partitionCount: 3, localAddress },
    0,
  );
  invoker = new Invoker(
    shards,
    new CallTraces('test'),
    { ...DEFAULT_SERIALIZATION, compact },
    null,
    undefined,
  );
});

/** Makes a call of a connection with a value whose schema the members do not have. @returns what becomes of it. */
async function outcome(options: CallOptions): Promise<string> {
  const fields = { txnId: TRANSACTION, threadId: 1, key: parcel };
  try {
    await invoker.invokeOnConnection(get, name, CONNECTION, fields, options);
    return 'answered';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Ways in which the wait ends, and what becomes of the call. */
interface End {
  readonly how: string;
  readonly end: (abort: () => void) => void;
  readonly becomes: RegExp;
  readonly timeout?: number;
}

const ENDS: readonly End[] = [
  { how: 'every member has it', end: () => sending.resolve(), becomes: /^answered$/ },
  { how: 'it cannot be sent', end: () => sending.reject(new Error('no member')), becomes: /^no member$/ },
  {
    how: 'the connection ends',
    end: () => shards.leadership.onDisconnected('the member has left', 0),
    becomes: /the member has left/,
  },
  { how: 'its time is over', end: () => undefined, becomes: /within 1 ms/, timeout: 1 },
  { how: 'it is aborted', end: (abort) => abort(), becomes: /aborted/ },
];

test.each(ENDS)(
  'a call of a connection that waits for its schema leaves nothing behind when $how',
  async ({ end, becomes, timeout }) => {
    const CALLS = 200;
    const controller = new AbortController();
    const options = { timeout, signal: controller.signal };
    const before = promises();
    const calls = Array.from({ length: CALLS }, () => outcome(options));
    end(() => controller.abort());
    const outcomes = new Set(await Promise.all(calls));
    expect([...outcomes]).toEqual([expect.stringMatching(becomes)]);
    calls.length = 0;
    // Calls that were given up wait no more, but the schema is still on its way.
    sending.resolve();
    await turn();
    expect(promises() - before).toBeLessThan(CALLS / 2);
  },
);

/** Number of promises that something still holds. */
function promises(): number {
  return queryObjects(Promise, { format: 'count' });
}
