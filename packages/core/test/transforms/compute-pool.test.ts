import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { expect, onTestFinished, test, vi } from 'vitest';

import { ComputePool } from '../../src/transforms/compute-pool.js';
import type { ComputeOutcome, ComputeSettings, ComputeTask } from '../../src/transforms/compute-task.js';
import type { Submission } from '../../src/transforms/submission.js';
import { ThreadHandle, type ResponseServer } from '../../src/transforms/thread-handle.js';
import { JsonStringDeserializationPolicy, NumberType } from '@offloop/values';

// Run from the sources, a thread handle's module is not there: none of these threads can boot. That is the point.

const settings: ComputeSettings = {
  defaultNumberType: NumberType.DOUBLE,
  int64: 'long',
  isBigEndian: true,
  portableVersion: 0,
  callersFactories: [],
  callersPortableFactories: [],
  jsonStringDeserializationPolicy: JsonStringDeserializationPolicy.EAGER,
  callersSerializers: [],
  serializersModule: null,
  niceness: 0,
};

/** No task here fetches anything. */
const worker: ResponseServer = { epochOf: () => 0, serve: () => undefined };

function task(): ComputeTask {
  return {
    module: 'data:text/javascript,',
    exportName: 'f',
    args: [],
    input: { kind: 'value', message: new ArrayBuffer(8) },
  };
}

function pool(threads: number, onTrouble: (error: Error) => void = () => undefined): ComputePool {
  return new ComputePool({ threads, maxQueue: 10, resourceLimits: {}, settings, worker, onTrouble });
}

test('a thread that cannot boot rejects the task it was given, and says once that it is gone', async () => {
  let deaths = 0;
  const handle = new ThreadHandle(
    Piscina,
    settings,
    {},
    worker,
    () => deaths++,
    () => undefined,
  );
  await expect(handle.run({ ...task(), crowded: false, isPressed: false }, [])).rejects.toThrow(
    /Cannot find module/,
  );
  expect(deaths).toBe(1);
});

test('when no thread can boot every task is rejected, those that waited for one too', async () => {
  const threads = pool(2);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => threads.submit(task(), []).outcome),
  );
  const reasons = outcomes.map((each) =>
    each.status === 'rejected' ? (each.reason as Error).message : 'settled',
  );
  for (const reason of reasons)
    expect(reason).toMatch(/^transform 'f' of a data: module lost its compute thread: /);
  expect(threads.stats()).toMatchObject({ threads: 0, running: 0, waiting: 0, completed: 0, threadsLost: 6 });
});

test('a task can be cancelled before there is a thread for it, and then takes none', async () => {
  const threads = pool(1);
  const cancelled = Array.from({ length: 3 }, (): Submission => threads.submit(task(), []));
  for (const submission of cancelled) threads.cancel(submission, new Error('never mind'));
  const outcomes = await Promise.allSettled(cancelled.map(({ outcome }) => outcome));
  expect(outcomes.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    Array.from({ length: 3 }, () => 'Error: never mind'),
  );
  expect(threads.stats()).toMatchObject({ threads: 0, waiting: 0, threadsLost: 0 });
});

test('a pool that is stopped rejects what waits and what comes, and stopping twice is stopping once', async () => {
  const threads = pool(1);
  const waiting = threads.submit(task(), []).outcome;
  const code = { code: 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE' };
  const refused = waiting.catch((reason: unknown) => reason);
  await Promise.all([threads.stop(), threads.stop()]);
  expect(await refused).toMatchObject(code);
  await expect(threads.submit(task(), []).outcome).rejects.toMatchObject(code);
  expect(() => threads.admit()).toThrow('Client is shutting down.');
});

test('a task is told whether the threads at work leave a CPU to others', async () => {
  const cpus = availableParallelism();
  const crowded: boolean[] = [];
  const run = vi.spyOn(ThreadHandle.prototype, 'run').mockImplementation((dispatched) => {
    crowded.push(dispatched.crowded);
    return new Promise(() => undefined);
  });
  onTestFinished(() => run.mockRestore());
  const threads = pool(cpus + 1);
  for (let i = 0; i <= cpus; i++) threads.submit(task(), []).outcome.catch(() => undefined);
  await vi.waitFor(() => expect(crowded).toHaveLength(cpus + 1), { timeout: 20_000 });
  expect(crowded).toEqual(Array.from({ length: cpus + 1 }, (_, busyBefore) => busyBefore + 1 >= cpus - 1));
  await threads.stop();
});

test('a thread that dies while it has nothing to do gets no further task', async () => {
  const used: ThreadHandle[] = [];
  const run = vi.spyOn(ThreadHandle.prototype, 'run').mockImplementation(function (this: ThreadHandle) {
    used.push(this);
    return Promise.resolve<ComputeOutcome>({ kind: 'value', result: null });
  });
  onTestFinished(() => run.mockRestore());
  const threads = pool(1);
  for (let round = 1; round <= 3; round++) {
    await threads.submit(task(), []).outcome;
    expect(threads.stats()).toMatchObject({ threads: 1, running: 0, completed: round });
    // It has begun to boot, which it cannot.
    await vi.waitFor(() => expect(threads.stats().threads).toBe(0), { timeout: 10_000 });
  }
  expect(new Set(used).size).toBe(3);
  expect(threads.stats().threadsLost).toBe(0);
});
