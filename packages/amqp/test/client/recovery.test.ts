import { EventEmitter, once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { Delays } from '../../src/client/recovery/delays.js';
import { RecoveringConnection } from '../../src/client/recovery/recovering-connection.js';
import {
  recoveryOf,
  withDefaults,
  type CommonRecoveryOptions,
} from '../../src/client/recovery/recovery-options.js';
import type { Topology } from '../../src/client/recovery/topology/topology.js';

/** Models that are made one after another; what is in `failures` is thrown instead. */
class Models {
  readonly made: EventEmitter[] = [];
  readonly closed: EventEmitter[] = [];
  readonly failures: Error[] = [];

  async open(): Promise<EventEmitter> {
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    const model = new EventEmitter();
    this.made.push(model);
    return model;
  }

  async close(model: EventEmitter): Promise<void> {
    this.closed.push(model);
  }

  /** Replaced by tests of what comes back. */
  async restore(_model: EventEmitter, _topology: Topology): Promise<void> {
    throw new Error('nothing was to come back');
  }
}

const EVENTS = [
  'connect',
  'disconnect',
  'connect-failed',
  'reconnect-scheduled',
  'reconnect-failed',
  'blocked',
  'error',
];

function recovering(
  models: Models,
  options: CommonRecoveryOptions<EventEmitter> = {},
): { connection: RecoveringConnection<EventEmitter>; emitter: EventEmitter; seen: string[] } {
  const emitter = new EventEmitter();
  const seen: string[] = [];
  for (const event of EVENTS) emitter.on(event, () => seen.push(event));
  const given = { initialDelay: 0, maxDelay: 1, ...options };
  return { connection: new RecoveringConnection(models, given, emitter), emitter, seen };
}

describe('a connection that recovers', () => {
  test('is opened again when it is lost, and passes events on', async () => {
    const models = new Models();
    const { connection, emitter, seen } = recovering(models);
    await connection.waitForConnect();
    models.made[0].emit('blocked', 'memory');
    const again = once(emitter, 'connect');
    models.made[0].emit('close', new Error('gone'));
    const waiting = connection.model();
    expect((await again)[0]).toBe(models.made[1]);
    expect(await waiting).toBe(models.made[1]);
    expect(seen).toEqual(['connect', 'blocked', 'disconnect', 'reconnect-scheduled', 'connect']);
    // The first is forgotten.
    models.made[0].emit('error', new Error('late'));
    expect(seen).not.toContain('error');
    await connection.close();
    expect(models.closed).toEqual([models.made[1]]);
  });

  test('tries as often as it may, and then no more', async () => {
    const models = new Models();
    models.failures.push(new Error('1'), new Error('2'), new Error('3'));
    const { connection, seen } = recovering(models, { maxRetries: 2 });
    const waiting = connection.model();
    await expect(connection.waitForConnect()).rejects.toThrow('3');
    await expect(waiting).rejects.toThrow('3');
    await expect(connection.model()).rejects.toThrow('3');
    const round = ['connect-failed', 'reconnect-scheduled'];
    expect(seen).toEqual([...round, ...round, 'connect-failed', 'reconnect-failed']);
  });

  test('runs setup of both forms before anyone gets the connection', async () => {
    const models = new Models();
    const order: string[] = [];
    const { connection, emitter } = recovering(models, {
      setup: (_model, done) => {
        order.push('setup');
        setImmediate(done, models.made.length === 1 ? new Error('not yet') : undefined);
      },
    });
    emitter.on('connect-failed', (error: Error) => order.push(error.message));
    await connection.waitForConnect();
    expect(order).toEqual(['setup', 'not yet', 'setup']);
    expect(models.closed).toEqual([models.made[0]]);
    await connection.close();
    const other = recovering(models, { setup: async () => void order.push('async') });
    await other.connection.waitForConnect();
    expect(order.at(-1)).toBe('async');
    await other.connection.close();
  });

  test.each(['disconnect', 'reconnect-scheduled'])('goes on when a listener of %s throws', async (event) => {
    const models = new Models();
    const { connection, emitter } = recovering(models);
    await connection.waitForConnect();
    emitter.once(event, () => {
      throw new Error('of the listener');
    });
    expect(() => models.made[0].emit('close')).toThrow('of the listener');
    expect(await connection.model()).toBe(models.made[1]);
    await connection.close();
  });

  test('leaves no timer behind when a listener of reconnect-scheduled closes it', async () => {
    const models = new Models();
    models.failures.push(new Error('1'));
    const { connection, emitter } = recovering(models, { initialDelay: 60_000, maxDelay: 60_000 });
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    emitter.once('reconnect-scheduled', () => void connection.close());
    await expect(connection.waitForConnect()).rejects.toThrow('Connection closed');
    expect(timers()).toBe(before);
  });

  test('that is closed while it connects closes what it gets', async () => {
    const models = new Models();
    const { connection } = recovering(models);
    const waiting = connection.model();
    await new Promise((resolve) => setImmediate(resolve));
    await connection.close();
    await connection.close();
    await expect(connection.model()).rejects.toThrow('Connection closed');
    await waiting.catch(() => undefined);
    expect(models.closed).toEqual(models.made);
  });

  test('ends when calculateDelay gives no number of milliseconds', async () => {
    const models = new Models();
    models.failures.push(new Error('1'));
    const { connection } = recovering(models, { calculateDelay: () => Number.NaN });
    await expect(connection.waitForConnect()).rejects.toThrow(
      'calculateDelay must return a finite, non-negative number of milliseconds (got NaN)',
    );
  });
});

describe('its options', () => {
  test.each([
    [undefined, undefined],
    [false, undefined],
    [true, {}],
    [{ enabled: false }, undefined],
    [{ maxDelay: 5 }, { maxDelay: 5 }],
  ])('%j', (given, wanted) => {
    expect(recoveryOf(given)).toEqual(wanted);
  });

  test('that are out of range are moved into it', () => {
    const given = { initialDelay: -1, maxDelay: -5, factor: 0, jitter: 7, maxRetries: -3, setup: 5 as never };
    expect(withDefaults(given)).toMatchObject({
      initialDelay: 0,
      maxDelay: 0,
      factor: 1,
      jitter: 1,
      maxRetries: 0,
      initialMaxRetries: 0,
      setup: undefined,
    });
  });

  test('give delays that grow up to the longest, and vary by the jitter', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => random.mockRestore());
    const given = { initialDelay: 100, maxDelay: 1200, factor: 2, jitter: 0.2 };
    const delays = new Delays(withDefaults(given));
    const attempts = [1, 2, 3, 4, 5, 6];
    expect(attempts.map((attempt) => delays.before(attempt))).toEqual([100, 200, 400, 800, 1000, 1000]);
    random.mockReturnValue(0);
    expect(delays.before(7)).toBe(800);
    random.mockReturnValue(1);
    expect(delays.before(8)).toBe(1200);
    delays.reset();
    expect(delays.before(1)).toBe(120);
    const own = new Delays(withDefaults({ calculateDelay: (attempt) => attempt + 0.4 }));
    expect(own.before(3)).toBe(3);
  });

  test('give no delay that is too long for a timer', () => {
    const longest = 2 ** 31 - 1;
    const given = { initialDelay: 2 ** 40, maxDelay: 2 ** 50 };
    expect(new Delays(withDefaults(given)).before(1)).toBe(longest);
    expect(new Delays(withDefaults({ calculateDelay: () => 2 ** 40 })).before(1)).toBe(longest);
  });
});
