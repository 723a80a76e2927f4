import { receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { Agent, BELL, startWorker, type ShardMemory, type ShardSettings } from '@offloop/workers';

/** What the shard hears from its agent outside the rings. */
export interface LinkEvents {
  /** The agent published completions while the caller slept, or made room for requests. */
  onBell(): void;
  /** The agent is gone. `error` is undefined when it had said `closed`. */
  onEnd(error: Error | undefined): void;
}

/** How a shard reaches its agent: the same rings, on a thread of their own or on this one. */
export interface WorkerLink {
  /** Wakes the agent. */
  ring(): void;
  /** A compute thread will fetch answers from the agent by this port. */
  serve(port: MessagePort): void;
  /** Hands a whole buffer over (it is detached here); the agent takes it when it meets the record that says so. */
  spill(buffer: ArrayBuffer): void;
  /** The oldest buffer the agent has handed over. */
  takeSpilled(): ArrayBuffer | undefined;
  /** Share of its time the agent's thread was busy since the last call, 0 to 1; NaN when it has no thread of its own. */
  utilization(): number;
  /** Whether the agent keeps the process alive. */
  ref(on: boolean): void;
  /** Ends the agent now, whatever it is doing. */
  terminate(): Promise<void>;
}

/** An agent in a thread of its own. */
export class ThreadLink implements WorkerLink {
  readonly #worker: Worker;
  readonly #bellPort: MessagePort;
  readonly #spillPort: MessagePort;
  #lastUtilization: ReturnType<Worker['performance']['eventLoopUtilization']> | undefined;

  constructor(memory: ShardMemory, settings: ShardSettings, name: string, events: LinkEvents) {
    const { worker, bellPort, spillPort } = startWorker(memory, settings, name);
    this.#worker = worker;
    this.#bellPort = bellPort;
    this.#spillPort = spillPort;
    let failure: Error | undefined;
    bellPort.on('message', () => events.onBell());
    // Whether the process is kept alive is the worker's to say.
    bellPort.unref();
    // `error` comes before `exit` and has the reason (a throw, the memory limit); `exit` always comes.
    worker.on('error', (error: Error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      if (failure === undefined && code !== 0)
        failure = new Error(`the worker thread ended with exit code ${code}`);
      events.onEnd(failure);
      bellPort.close();
      // Last: its final completions may have spilled.
      spillPort.close();
    });
  }

  ring(): void {
    this.#bellPort.postMessage(BELL);
  }

  serve(port: MessagePort): void {
    this.#bellPort.postMessage(port, [port]);
  }

  spill(buffer: ArrayBuffer): void {
    this.#spillPort.postMessage(buffer, [buffer]);
  }

  takeSpilled(): ArrayBuffer | undefined {
    return receiveMessageOnPort(this.#spillPort)?.message as ArrayBuffer | undefined;
  }

  utilization(): number {
    const now = this.#worker.performance.eventLoopUtilization();
    const { utilization } =
      this.#lastUtilization === undefined
        ? now
        : this.#worker.performance.eventLoopUtilization(now, this.#lastUtilization);
    this.#lastUtilization = now;
    return utilization;
  }

  ref(on: boolean): void {
    if (on) this.#worker.ref();
    else this.#worker.unref();
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The same agent on the caller's own loop (`workers: 0`): bells are calls, and spilled buffers wait in arrays. */
export class InlineLink implements WorkerLink {
  readonly #agent: Agent;
  readonly #toAgent: ArrayBuffer[] = [];
  readonly #toCaller: ArrayBuffer[] = [];

  constructor(memory: ShardMemory, settings: ShardSettings, events: LinkEvents) {
    this.#agent = new Agent(memory, settings, {
      ring: () => events.onBell(),
      spill: (buffer) => this.#toCaller.push(buffer),
      takeSpilled: () => this.#toAgent.shift(),
      ended: () => setImmediate(() => events.onEnd(undefined)),
    });
    // Not from inside the constructor of whoever makes this link.
    setImmediate(() => this.#agent.start());
  }

  ring(): void {
    this.#agent.onBell();
  }

  serve(port: MessagePort): void {
    this.#agent.serve(port);
  }

  spill(buffer: ArrayBuffer): void {
    this.#toAgent.push(buffer);
  }

  takeSpilled(): ArrayBuffer | undefined {
    return this.#toCaller.shift();
  }

  utilization(): number {
    return NaN;
  }

  // The sockets of an inline agent keep the process alive by themselves.
  ref(): void {}

  terminate(): Promise<void> {
    this.#agent.stop('the client was shut down');
    return Promise.resolve();
  }
}
