import { ControlBlock } from '../../src/ring/control-block.js';
import { takeParked } from '../../src/ring/doorbell.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { REQUEST_HEADER_LENGTH, RequestKind } from '../../src/ring/records.js';
import type { Agent, AgentPort } from '../../src/thread/agent.js';
import { DutyCycle } from '../../src/thread/duty-cycle.js';

/** An agent that does nothing: tests give it the methods they look at. */
export class IdleAgent implements Agent {
  inFlight = 0;
  isPaused = false;

  hasWork(): boolean {
    return false;
  }
  start(): void {}
  begin(..._call: Parameters<Agent['begin']>): void {}
  beginWhole(..._call: Parameters<Agent['beginWhole']>): void {}
  failBegun(..._call: Parameters<Agent['failBegun']>): void {}
  cancel(_slot: number, _generation: number): void {}
  onControl(_message: unknown): void {}
  onTrouble(_error: Error): void {}
  onPort(): void {}
  beforeRequests(): void {}
  afterRequests(): void {}
  resume(): void {}
  stop(..._why: Parameters<Agent['stop']>): void {}
}

/** A duty cycle on this thread, with the caller's end of its memory in the hands of the test. */
export class CycleBench<A extends Agent> {
  readonly control: ControlBlock = ControlBlock.create();
  readonly requests: OneToOneRing;
  readonly completions: OneToOneRing;
  readonly producer: ReturnType<OneToOneRing['producer']>;
  readonly consumer: ReturnType<OneToOneRing['consumer']>;
  readonly spills: ArrayBuffer[] = [];
  readonly cycle: DutyCycle;
  agent!: A;
  signals = 0;

  constructor(
    ringBytes: number,
    create: (port: AgentPort) => A,
    callerStallTimeoutMillis = 3_600_000,
    maxSpilledBytes = 2 ** 30,
  ) {
    this.requests = OneToOneRing.create(ringBytes);
    this.completions = OneToOneRing.create(ringBytes);
    this.producer = this.requests.producer();
    this.consumer = this.completions.consumer();
    this.cycle = new DutyCycle(
      {
        control: this.control.buffer,
        requests: this.requests.buffer,
        completions: this.completions.buffer,
      },
      { lingerMicros: 0, callerStallTimeoutMillis, maxSpilledBytes },
      {
        signal: () => {
          this.signals++;
        },
        spill: (buffer) => {
          this.spills.push(buffer);
        },
        takeSpilled: () => undefined,
        started: () => undefined,
        ended: () => undefined,
      },
      (port) => (this.agent = create(port)),
    );
  }

  /** Publishes an empty request, and signals if the thread sleeps. */
  request(slot: number): void {
    const offset = this.producer.tryClaim(RequestKind.INVOKE, REQUEST_HEADER_LENGTH);
    this.requests.bytes.fill(0, offset, offset + REQUEST_HEADER_LENGTH);
    this.requests.words[offset >> 2] = slot;
    this.producer.commit();
    this.producer.publish();
    if (takeParked(this.producer)) this.cycle.onSignal();
  }

  /** What a caller does that is woken: takes all there is, and says that there is room if it was asked to. @returns the slots. */
  drain(): number[] {
    const slots: number[] = [];
    const { words } = this.completions;
    this.consumer.drain({ onRecord: (_kind, offset) => slots.push(words[offset >> 2]) });
    if (this.consumer.takeStarved()) this.cycle.onSignal();
    return slots;
  }
}
