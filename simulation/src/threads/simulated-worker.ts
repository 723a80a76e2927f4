import { EventEmitter } from 'node:events';
import type { EventLoop } from '../time/event-loop.js';
import { activeWorld } from '../time/globals.js';
import type { World } from '../time/world.js';

/** Milliseconds until a new thread runs its module. */
const FASTEST_START = 1;
const SLOWEST_START = 30;

/** How a thread came to its end. */
export const ThreadEnd = {
  /** Nothing kept it alive any more. */
  ENDED: 'ended',
  DIED: 'died',
  TERMINATED: 'terminated',
} as const;
export type ThreadEnd = (typeof ThreadEnd)[keyof typeof ThreadEnd];

/** Tells the simulation of threads that come and go. */
export interface WorkerHost {
  /** Runs the thread's module. */
  startThread(worker: SimulatedWorker): void;
  onThreadEnd(worker: SimulatedWorker, how: ThreadEnd): void;
}

let host: WorkerHost | undefined;

export function hostWorkers(next: WorkerHost): void {
  host = next;
}

/** A `Worker` as `node:worker_threads` has it, with an event loop of its own on the one real thread. */
export class SimulatedWorker extends EventEmitter {
  readonly loop: EventLoop;
  readonly workerData: unknown;
  readonly performance = { eventLoopUtilization: (): { utilization: number } => ({ utilization: 0 }) };
  readonly #world: World = activeWorld();
  readonly #parent: EventLoop;

  constructor(_entry: URL, { name, workerData }: { readonly name: string; readonly workerData: unknown }) {
    super();
    this.workerData = workerData;
    this.#parent = this.#world.current!;
    this.loop = this.#world.addLoop(name);
    this.loop.handles.add(this);
    this.#world.after(this.#world.random.skewed(FASTEST_START, SLOWEST_START), () =>
      this.loop.addInput(this, () => {
        this.loop.handles.delete(this);
        host!.startThread(this);
      }),
    );
  }

  unref(): void {}

  terminate(): Promise<number> {
    this.end(ThreadEnd.TERMINATED);
    return Promise.resolve(1);
  }

  /** The thread is gone. */
  end(how: ThreadEnd): void {
    if (this.loop.isDead) return;
    host!.onThreadEnd(this, how);
    this.loop.end();
    this.#parent.addInput(this, () => {
      if (how === ThreadEnd.DIED) this.emit('error', new Error('simulated death'));
      this.emit('exit', how === ThreadEnd.ENDED ? 0 : 1);
    });
  }
}
