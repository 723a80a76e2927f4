import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import {
  SIGNAL,
  threadOptions,
  type STARTED,
  type ShardMemory,
  type ThreadEntry,
  type ThreadSettings,
  type ThreadStart,
} from '../shared/threads.js';
import type { AgentHost, AgentHostEvents } from './agent-host.js';

export class ThreadHost implements AgentHost {
  readonly #worker: Worker;
  /**
   * Not the port that a `Worker` has: what comes by that passes its event emitter, which reads the environment first
   * (Node 24), a tenth of the caller's CPU with one call at a time.
   */
  readonly #doorbellPort: MessagePort;
  readonly #spillPort: MessagePort;
  #lastUtilization: ReturnType<Worker['performance']['eventLoopUtilization']> | undefined;

  /** Starts the thread. Throws when that cannot be done. @param entry the thread's module, which calls `runAgent`. */
  constructor(
    entry: ThreadEntry,
    name: string,
    memory: ShardMemory,
    thread: ThreadSettings,
    settings: unknown,
    events: AgentHostEvents,
  ) {
    const doorbell = new MessageChannel();
    const spills = new MessageChannel();
    this.#doorbellPort = doorbell.port1;
    this.#spillPort = spills.port1;
    const start: ThreadStart<unknown> = {
      memory,
      thread,
      settings,
      doorbellPort: doorbell.port2,
      spillPort: spills.port2,
    };
    try {
      const transferList = [start.doorbellPort, start.spillPort];
      this.#worker = new Worker(...threadOptions(entry, name, start, { transferList }));
    } catch (error) {
      doorbell.port1.close();
      spills.port1.close();
      throw error;
    }
    this.#doorbellPort.on('message', (message: typeof SIGNAL | typeof STARTED) =>
      message === SIGNAL ? events.onSignal(false) : events.onStarted(),
    );
    // Whether the process is kept alive is the worker's to say.
    this.#doorbellPort.unref();
    this.#spillPort.unref();
    this.#watchEnd(events);
  }

  signal(): void {
    this.#doorbellPort.postMessage(SIGNAL);
  }

  pass(port: MessagePort): void {
    this.#doorbellPort.postMessage(port, [port]);
  }

  spill(buffer: ArrayBuffer): void {
    this.#spillPort.postMessage(buffer, [buffer]);
  }

  takeSpilled(): ArrayBuffer | undefined {
    return receiveMessageOnPort(this.#spillPort)?.message as ArrayBuffer | undefined;
  }

  utilization(): number {
    // Bun does not measure it, and warns when asked.
    if ('bun' in process.versions) return Number.NaN;
    const now = this.#worker.performance.eventLoopUtilization();
    const { utilization } =
      this.#lastUtilization === undefined
        ? now
        : this.#worker.performance.eventLoopUtilization(now, this.#lastUtilization);
    this.#lastUtilization = now;
    return utilization;
  }

  unref(): void {
    this.#worker.unref();
  }

  ref(): void {
    this.#worker.ref();
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #watchEnd(events: AgentHostEvents): void {
    let failure: Error | undefined;
    // `error` comes before `exit` and has the reason (a throw, the memory limit); `exit` always comes.
    this.#worker.on('error', (error: Error) => {
      failure = error;
    });
    this.#worker.on('exit', (code) => {
      if (failure === undefined && code !== 0)
        failure = new Error(`the worker thread ended with exit code ${code}`);
      events.onEnd(failure);
      this.#doorbellPort.close();
      // Last: its final completions may have spilled.
      this.#spillPort.close();
    });
  }
}
