import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  type Transferable,
} from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { ComputeOutcome, ComputeResponse, ComputeSettings, DispatchedTask } from './compute-task.js';
import type { Submission, SubmissionRunner } from './submission.js';
import { threadModule } from './thread-module.js';

/** Piscina's class, which is imported with the first transform. */
export type PiscinaClass = typeof Piscina;

/** The workers that compute threads fetch responses from. */
export interface ResponseServer {
  /** Returns a number that is different for each worker that a shard has in turn. */
  epochOf(shard: number): number;
  /** Gives a port to the worker of this shard. A compute thread will fetch by it. */
  serve(port: MessagePort, shard: number): void;
}

/**
 * One compute thread: a Piscina of one thread, which is thrown away with that thread.
 *
 * Piscina replaces a thread that died, and a task given to a replacement that then fails to boot is never settled. The thread a
 * Piscina begins with has no such hole: it gets its task while it boots, and rejects it when it dies, whenever that is. So no
 * replacement is ever used (docs/decisions/0014-compute-threads.md).
 */
export class ThreadHandle implements SubmissionRunner {
  /** The submission that the thread works on; set by the pool. */
  submission: Submission | undefined;
  readonly #piscina: Piscina;
  readonly #worker: ResponseServer;
  /** The epochs of the workers that the thread has a port to, by their shards. */
  readonly #epochs = new Map<number, number>();
  readonly #onDeath: () => void;
  #ended: Promise<void> | undefined;

  /** @param onDeath called once when the thread has ended or is about to: no task may be run here any more. */
  constructor(
    Pool: PiscinaClass,
    settings: ComputeSettings,
    resourceLimits: ResourceLimits,
    worker: ResponseServer,
    onDeath: () => void,
    onTrouble: (error: Error) => void,
  ) {
    this.#onDeath = onDeath;
    this.#worker = worker;
    this.#piscina = new Pool({
      filename: threadModule(),
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      workerData: settings,
      resourceLimits,
    });
    // Reports a death between two tasks; one during a task rejects the task.
    this.#piscina.on('error', onTrouble);
    // ENDED in the event itself: Piscina starts no replacement in a pool that is being destroyed.
    this.#piscina.on('workerDestroy', () => void this.end());
  }

  /** Runs a task, at most one at a time. Rejects when the thread dies meanwhile. */
  async run(task: DispatchedTask, transferList: Transferable[]): Promise<ComputeOutcome> {
    const response = (await this.#piscina.run(this.#connected(task, transferList), {
      transferList,
    })) as ComputeResponse;
    const outcome = response.outcome as ComputeOutcome;
    // Piscina keeps records of tasks that are done until the old generation is collected, and with each record the object that
    // came back. Results left in it would be copied by two scavenges, on the thread that must not be held up. So would the buffers.
    response.outcome = undefined;
    transferList.length = 0;
    return outcome;
  }

  /** Adds a port for the worker that the shard has now, if the thread has none and the task needs it. */
  #connected(task: DispatchedTask, transferList: Transferable[]): DispatchedTask {
    if (task.input.kind !== 'entries') return task;
    const { shard } = task.input;
    const epoch = this.#worker.epochOf(shard);
    if (epoch === this.#epochs.get(shard)) return task;
    this.#epochs.set(shard, epoch);
    const { port1, port2 } = new MessageChannel();
    this.#worker.serve(port1, shard);
    transferList.push(port2);
    return { ...task, input: { ...task.input, port: port2 } };
  }

  end(): Promise<void> {
    if (this.#ended === undefined) {
      // Before `destroy`, which emits `workerDestroy` and would come back here.
      this.#ended = Promise.resolve();
      this.#onDeath();
      this.#ended = this.#piscina.destroy();
    }
    return this.#ended;
  }
}
