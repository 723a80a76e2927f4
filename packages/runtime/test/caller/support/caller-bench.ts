import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach } from 'vitest';

import type { CallLimits } from '../../../src/caller/limits.js';
import { callerDefaults } from '../../../src/caller/caller-defaults.js';
import { Caller } from '../../../src/caller/caller.js';
import type { CallerOptions } from '../../../src/caller/caller-options.js';
import type { CallerProtocol, CallOperation, CallRequest } from '../../../src/protocol/caller-protocol.js';
import { commonProtocol } from '../../../src/protocol/common-protocol.js';
import type { Hold } from '../../../src/shard/hold.js';
import { createScripted, type ScriptedSettings } from './scripted-agent.mjs';

const ENTRY = new URL('scripted-entry.mjs', import.meta.url);

export interface Send {
  readonly flags?: number;
  readonly target?: number;
  readonly shard?: number;
  readonly limits?: CallLimits;
}

export interface CallerBench {
  readonly caller: Caller<ScriptedSettings, CallOperation, object, unknown>;
  /** Makes a call that the scripted agent obeys. */
  readonly call: (script: object, options?: Send) => Promise<unknown>;
  /** The code of what it rejects with, or `resolved`. */
  readonly codeOf: (script: object, options?: Send) => Promise<string>;
  /** Makes a call that is held back. */
  readonly held: (script: object, hold: Hold, limits?: CallLimits) => Promise<unknown>;
  /** Control messages and events, in the order they came. */
  readonly heard: unknown[];
  readonly restarts: Error[];
  /** What `onEnd` was given, once each time. */
  readonly ends: (Error | undefined)[];
  readonly gate: Int32Array;
  /** Resolves when the thread stands still. */
  readonly blocked: () => Promise<void>;
}

export interface BenchOptions extends Partial<CallerOptions<ScriptedSettings>> {
  readonly threaded: boolean;
  readonly started?: boolean;
  readonly protocol?: Partial<CallerProtocol<CallOperation>>;
  /** Called for each event. */
  readonly onHeard?: () => void;
  /** Shards whose agents cannot be made. */
  readonly refusing?: readonly number[];
}

/** The same agent, on the caller's own loop and in a thread. */
export const PLACES = [
  { where: 'on the caller’s loop', threaded: false },
  { where: 'in a thread', threaded: true },
] as const;

export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

const open: CallerBench[] = [];
const workers: Worker[] = [];
const onWorker = (worker: Worker): void => void workers.push(worker);

/** To be called once a file: callers of a test end with it, and no wake-up may have been lost. */
export function useCallers(): void {
  beforeEach(() => {
    workers.length = 0;
    process.on('worker', onWorker);
  });
  afterEach(async () => {
    process.off('worker', onWorker);
    for (const { caller, gate } of open.splice(0)) {
      if (caller.stats().some(({ rescues }) => rescues > 0)) throw new Error('a wake-up was lost');
      Atomics.store(gate, 1, 1);
      Atomics.notify(gate, 1);
      await caller.stop(5000);
    }
  });
}

/** Ends the thread that was started last, as a crash would. */
export async function killYoungest(): Promise<void> {
  const worker = workers[workers.length - 1];
  const exit = once(worker, 'exit');
  await worker.terminate();
  await exit;
}

export function openCaller({
  threaded,
  started = true,
  protocol,
  onHeard,
  refusing = [],
  ...options
}: BenchOptions): CallerBench {
  const heard: unknown[] = [];
  const restarts: Error[] = [];
  const ends: (Error | undefined)[] = [];
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const caller = new Caller<ScriptedSettings, CallOperation, object, unknown>(
    {
      ...callerDefaults(threaded),
      ...(threaded ? { entry: ENTRY } : { create: createScripted }),
      settings: (shard) => ({ setting: shard, gate, refuses: refusing.includes(shard) }),
      ...options,
    },
    { ...commonProtocol, ...protocol },
    {
      onControl: (message) => heard.push(message),
      onEvent: (number, bytes, start, end) => {
        heard.push({ number, text: bytes.toString('utf8', start, end) });
        onHeard?.();
      },
      onRestart: (error) => restarts.push(error),
      onEnd: (error) => ends.push(error),
    },
  );
  const requestOf = (script: object, target = 0): CallRequest => {
    const text = Buffer.from(JSON.stringify(script));
    return { maxBytes: text.length, target, write: ({ bytes }, at) => at + text.copy(bytes, at) };
  };
  const call = (script: object, { flags = 0, target, shard = 0, limits }: Send = {}): Promise<unknown> =>
    caller.call(shard, { flags }, requestOf(script, target), limits);
  const bench: CallerBench = {
    caller,
    call,
    codeOf: (script, send) =>
      call(script, send).then(
        () => 'resolved',
        (error: { code: string }) => error.code,
      ),
    held: (script, hold, limits) =>
      new Promise((resolve, reject) => {
        const request = requestOf(script);
        caller.send(0, { operation: { flags: 0 }, request, limits, resolve, reject, hold });
      }),
    heard,
    restarts,
    ends,
    gate,
    blocked: () => eventually(() => Atomics.load(gate, 0) === 1),
  };
  open.push(bench);
  if (started) caller.start();
  return bench;
}
