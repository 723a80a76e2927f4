import { describe, expect, test } from 'vitest';

import { openCaller, useCallers } from './support/caller-bench.js';
import { createScripted } from './support/scripted-agent.mjs';

useCallers();

const LOOP = 0;
const THREAD = 1;

describe('a caller with shards of both kinds', () => {
  const mixed = (): ReturnType<typeof openCaller> =>
    openCaller({
      threaded: true,
      create: createScripted,
      shards: 2,
      isInline: (shard) => shard === LOOP,
      startsLater: (shard) => shard === THREAD,
    });

  test('carries calls out on its own loop, and by a thread once that is started', async () => {
    const { caller, codeOf } = mixed();
    await caller.ready;
    expect(await codeOf({ echo: 'x' }, { shard: LOOP })).toBe('resolved');
    expect([caller.isStarted(LOOP), caller.isStarted(THREAD)]).toEqual([true, false]);
    expect(await codeOf({ echo: 'x' }, { shard: THREAD })).not.toBe('resolved');
    caller.startShard(THREAD);
    expect(await codeOf({ echo: 'x' }, { shard: THREAD })).toBe('resolved');
    expect(caller.stats().map(({ threadUtilization }) => Number.isNaN(threadUtilization))).toEqual([
      true,
      false,
    ]);
    expect(() => caller.startShard(THREAD)).toThrow('started already');
  });

  test('ends once, whether or not the thread was started', async () => {
    for (const isStarted of [true, false]) {
      const { caller, ends } = mixed();
      if (isStarted) caller.startShard(THREAD);
      await caller.stop(5000);
      expect(ends).toEqual([undefined]);
      expect(() => caller.startShard(THREAD)).toThrow('shut down');
    }
  });
});
