import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';

export interface ThreadProfile {
  /** Name of the thread: `main`, `worker-1`, … in the order of their start. */
  readonly thread: string;
  readonly profile: unknown;
}

/** Microseconds between two samples. */
const SAMPLING_INTERVAL = 250;

interface Answer {
  readonly id?: number;
  readonly result?: { readonly profile?: unknown };
}

/**
 * Profiles this thread and every worker that is started from now on. `--cpu-prof` would not do: offloop starts its worker without the
 * process's flags, and a profile of the whole run would hold start and shutdown, too.
 *
 * @param after seconds until the profile begins
 * @param seconds length of the profile
 */
export async function startProfiling(after: number, seconds: number): Promise<ThreadProfile[]> {
  const session = new Session();
  session.connect();
  const workers: string[] = [];
  const profiles = new Map<string, (profile: unknown) => void>();
  const tell = (sessionId: string, id: number, method: string, params: object = {}): void =>
    void session
      .post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) })
      // a worker may be gone by now: then it has no profile
      .catch(() => profiles.get(sessionId)?.(null));
  session.on('NodeWorker.attachedToWorker', ({ params }) => workers.push(params.sessionId));
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const answer = JSON.parse(params.message) as Answer;
    if (answer.id === STOP) profiles.get(params.sessionId)?.(answer.result?.profile ?? null);
  });
  // A worker that ends before it has answered has none either.
  session.on('NodeWorker.detachedFromWorker', ({ params }) => profiles.get(params.sessionId)?.(null));
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL });

  await delay(after * 1000);
  await session.post('Profiler.start');
  for (const worker of workers) {
    tell(worker, 1, 'Profiler.enable');
    tell(worker, 2, 'Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL });
    tell(worker, 3, 'Profiler.start');
  }
  await delay(seconds * 1000);
  const ofWorkers = workers.map((worker) => new Promise<unknown>((resolve) => profiles.set(worker, resolve)));
  for (const worker of workers) tell(worker, STOP, 'Profiler.stop');
  const { profile } = await session.post('Profiler.stop');
  const found = await Promise.all(ofWorkers);
  session.disconnect();
  return [
    { thread: 'main', profile },
    ...found.flatMap((each, i) => (each === null ? [] : [{ thread: `worker-${i + 1}`, profile: each }])),
  ];
}

const STOP = 4;
