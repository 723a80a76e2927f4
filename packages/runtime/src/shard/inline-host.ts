import type { MessagePort } from 'node:worker_threads';
import { setImmediate } from '../shared/clock.js';
import type { ShardMemory, ThreadSettings } from '../shared/threads.js';
import { StopReason, type Agent, type AgentPort } from '../thread/agent.js';
import { DutyCycle } from '../thread/duty-cycle.js';
import type { AgentHost, AgentHostEvents } from './agent-host.js';

/** Hosts an agent on the caller's own loop: signals are method calls, and spilled buffers wait in arrays. */
export class InlineHost implements AgentHost {
  readonly #cycle: DutyCycle;
  readonly #toAgent: ArrayBuffer[] = [];
  readonly #toCaller: ArrayBuffer[] = [];
  /** True while the agent does what the caller has just signalled. */
  #isAsked = false;

  constructor(
    create: (port: AgentPort) => Agent,
    memory: ShardMemory,
    thread: ThreadSettings,
    events: AgentHostEvents,
  ) {
    this.#cycle = new DutyCycle(
      memory,
      thread,
      {
        // All that an agent does unasked begins with a turn of the loop: a read, a timer, an immediate.
        signal: () => events.onSignal(!this.#isAsked),
        spill: (buffer) => this.#toCaller.push(buffer),
        takeSpilled: () => this.#toAgent.shift(),
        started: () => events.onStarted(),
        ended: () => setImmediate(() => events.onEnd(undefined)),
      },
      create,
    );
    // Not from inside the constructor that makes this host.
    setImmediate(() => this.#cycle.start());
  }

  signal(): void {
    this.#isAsked = true;
    this.#cycle.onSignal();
    this.#isAsked = false;
  }

  pass(port: MessagePort): void {
    this.#cycle.onPort(port);
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

  // The sources of an inline agent keep the process alive by themselves.
  unref(): void {}

  ref(): void {}

  terminate(): Promise<void> {
    this.#cycle.stop(StopReason.SHUTDOWN, 'the client was shut down');
    return Promise.resolve();
  }
}
