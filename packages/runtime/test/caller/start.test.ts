import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';

import { Caller } from '../../src/caller/caller.js';
import type { CallerOptions } from '../../src/caller/caller-options.js';
import { callerDefaults } from '../../src/caller/caller-defaults.js';
import { CallerState } from '../../src/caller/caller-life.js';
import { commonProtocol } from '../../src/protocol/common-protocol.js';
import { PartsRequest } from '../../src/protocol/parts-request.js';
import { BasicAgent } from '../../src/thread/basic-agent.js';
import { openCaller, PLACES, useCallers } from './support/caller-bench.js';

useCallers();

class Silent extends BasicAgent {
  override begin(): void {}
}

function inlineCaller(
  options: Partial<CallerOptions<unknown>>,
): Caller<unknown, { flags: number }, object, unknown> {
  return new Caller({ ...callerDefaults(false), settings: () => ({}), ...options }, commonProtocol);
}

const callOf = (caller: Caller<unknown, { flags: number }, object, unknown>): Promise<unknown> =>
  caller.call(0, { flags: 0 }, new PartsRequest(['x']));

/** Timers of this process that a test has left behind. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate').length;
}

test('an agent on the caller’s loop that is stopped before it has started does not start', async () => {
  const seen: string[] = [];
  const caller = inlineCaller({
    create: (_settings, port) =>
      new (class extends Silent {
        override start(): void {
          seen.push('start');
        }

        override stop(): void {
          seen.push('stop');
          port.ended();
        }
      })(port),
  });
  // Behind the immediates of this turn: what the caller sets now runs in the next, which begins with the timers.
  await new Promise(setImmediate);
  caller.start();
  const stopped = caller.stop(0);
  // The timer that ends the agent by force is due by then.
  const until = performance.now() + 5;
  while (performance.now() < until);
  await stopped;
  await new Promise(setImmediate);
  expect(seen).toEqual(['stop']);
});

test.each(PLACES)(
  'what an agent tells, $where, is heard in the context of who made the caller, whoever starts it',
  async ({ threaded }) => {
    const context = new AsyncLocalStorage<string>();
    const contexts = new Set<string | undefined>();
    const { caller, call } = context.run('who made the caller', () =>
      openCaller({ threaded, started: false, onHeard: () => contexts.add(context.getStore()) }),
    );
    await context.run('who starts it', async () => {
      caller.start();
      await call({ event: 'x' });
    });
    expect([...contexts]).toEqual(['who made the caller']);
  },
);

describe('a start that fails', () => {
  const broken = new Error('this agent cannot be made');
  const makeNone = (): never => {
    throw broken;
  };

  test.each([
    { what: 'create', options: { create: makeNone } },
    { what: 'settings', options: { create: (_: unknown, port) => new Silent(port), settings: makeNone } },
    {
      what: 'an agent that has asked for a cycle before it threw',
      options: {
        create: (_: unknown, port) => {
          port.wake();
          return makeNone();
        },
      },
    },
  ] satisfies { what: string; options: Partial<CallerOptions<unknown>> }[])(
    'by $what says why, for good, and leaves nothing running',
    async ({ options }) => {
      const before = timers();
      const caller = inlineCaller(options);
      expect(() => caller.start()).toThrow(broken);
      expect(timers()).toBe(before);
      expect(caller.state).toBe(CallerState.FAILED);
      expect(() => caller.start()).toThrow(expect.objectContaining({ code: 'FAILED', cause: broken }));
      await expect(callOf(caller)).rejects.toMatchObject({ code: 'FAILED', cause: broken });
      await caller.stop(0);
    },
  );

  test('in the second shard ends the agent of the first', async () => {
    const ended: string[] = [];
    const caller = inlineCaller({
      shards: 2,
      settings: (shard) => shard,
      create: (shard, port) => {
        if (shard === 1) throw broken;
        return new (class extends Silent {
          override stop(): void {
            ended.push(`agent ${String(shard)}`);
            port.ended();
          }
        })(port);
      },
    });
    expect(() => caller.start()).toThrow(broken);
    await caller.stop(0);
    expect(ended).toEqual(['agent 0']);
  });

  test('since its settings cannot be sent to a thread starts none', async () => {
    let threads = 0;
    const count = (): void => void threads++;
    process.on('worker', count);
    const { caller } = openCaller({
      threaded: true,
      started: false,
      settings: () => ({ setting: () => 1, gate: new Int32Array(2), refuses: false }),
    });
    expect(() => caller.start()).toThrow(/could not be cloned/);
    process.off('worker', count);
    expect(threads).toBe(0);
    expect(caller.state).toBe(CallerState.FAILED);
  });
});

test('a caller starts once', async () => {
  const { caller, call } = openCaller({ threaded: false, started: false });
  expect(caller.state).toBe(CallerState.NEW);
  caller.start();
  expect(() => caller.start()).toThrow(expect.objectContaining({ code: 'ILLEGAL_STATE' }));
  expect(await call({ echo: 'x' })).toBe('x');
  await caller.stop(1000);
  expect(caller.state).toBe(CallerState.STOPPED);
  expect(() => caller.start()).toThrow(expect.objectContaining({ code: 'CLOSED' }));
});
