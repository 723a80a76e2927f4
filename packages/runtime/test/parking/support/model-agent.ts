import type { CallHeader } from '../../../src/ring/call-header.js';
import type { Agent, AgentPort } from '../../../src/thread/agent.js';
import { Kind } from './scenario.js';

interface Answer {
  readonly slot: number;
  readonly generation: number;
  readonly kind: Kind;
}

/** Of the floor's completion kinds. */
const VOID = 1;
const BYTES = 9;
const EVENT = 11;
const NO_CALL = -1;
/** Bytes of a spilled answer. */
export const SPILL_LENGTH = 1024;

/** What `HazelcastAgent` does with one connection, as far as the floor can see it, and nothing else. */
export class ModelAgent implements Agent {
  readonly #port: AgentPort;
  /** It looks at lists only when it is asked whether it has work. */
  readonly #forgetsDeferred: boolean;
  readonly state: {
    inFlight: number;
    isPaused: boolean;
    /** With the member: it answers in this order. */
    sent: Answer[];
    /** Read from the socket and not looked at: reading was paused. */
    unread: Answer[];
    deferred: Answer[];
    lists: Answer[];
    scanned: number;
    /** With the member, which does not answer them. */
    silent: Answer[];
    events: number;
  } = {
    silent: [],
    events: 0,
    inFlight: 0,
    isPaused: false,
    sent: [],
    unread: [],
    deferred: [],
    lists: [],
    scanned: 0,
  };

  constructor(port: AgentPort, forgetsDeferred: boolean) {
    this.#port = port;
    this.#forgetsDeferred = forgetsDeferred;
  }

  get inFlight(): number {
    return this.state.inFlight;
  }

  get isPaused(): boolean {
    return this.state.isPaused;
  }

  hasWork(): boolean {
    const { lists, deferred } = this.state;
    return lists.length > 0 || (!this.#forgetsDeferred && deferred.length > 0);
  }

  begin({ slot, generation, flags }: Readonly<CallHeader>): void {
    const answer = { slot, generation, kind: flags as Kind };
    this.state.inFlight++;
    if (answer.kind === Kind.AT_ONCE) this.#complete(answer);
    else if (answer.kind === Kind.SILENT) this.state.silent.push(answer);
    else this.state.sent.push(answer);
  }

  cancel(slot: number, generation: number): void {
    for (const calls of [this.state.sent, this.state.silent]) {
      const at = calls.findIndex((call) => call.slot === slot && call.generation === generation);
      if (at >= 0) this.#complete(calls.splice(at, 1)[0]);
    }
  }

  /** The member has answered `count` calls, and the socket is read. */
  read(count: number): void {
    this.state.unread.push(...this.state.sent.splice(0, count));
    this.#walk();
  }

  /** The member has sent events, and whatever else it has, behind them. */
  readEvents(count: number): void {
    const { unread, sent } = this.state;
    this.state.events += count;
    for (let i = 0; i < count; i++) unread.push({ slot: NO_CALL, generation: 0, kind: Kind.PLAIN });
    unread.push(...sent.splice(0));
    this.#walk();
  }

  resume(): void {
    this.state.isPaused = false;
    this.#walk();
  }

  afterRequests(): void {
    const { lists, deferred } = this.state;
    if (lists.length > 0 && ++this.state.scanned === 3) {
      this.state.scanned = 0;
      this.#complete(lists.shift()!);
    }
    for (const answer of deferred.splice(0)) this.#complete(answer);
  }

  start(): void {}
  beginWhole(): void {}
  failBegun(): void {}
  onControl(): void {}
  onTrouble(): void {}
  onPort(): void {}
  beforeRequests(): void {}
  stop(): void {}

  #walk(): void {
    const { unread } = this.state;
    while (unread.length > 0) {
      this.#onAnswer(unread.shift()!);
      if (this.#port.completions.isCongested) {
        this.state.isPaused = true;
        break;
      }
    }
    this.#port.cycle();
  }

  #onAnswer(answer: Answer): void {
    if (answer.kind === Kind.DEFERRED) this.state.deferred.push(answer);
    else if (answer.kind === Kind.LONG) this.state.lists.push(answer);
    else this.#complete(answer);
  }

  #complete({ slot, generation, kind }: Answer): void {
    if (slot === NO_CALL) {
      this.#port.completions.empty(EVENT, 0, 0);
      return;
    }
    this.state.inFlight--;
    if (kind === Kind.SPILLED || kind === Kind.SLICED) {
      this.#port.completions.handOverWhole(BYTES, slot, generation, [new ArrayBuffer(SPILL_LENGTH)]);
    } else {
      this.#port.completions.empty(VOID, slot, generation);
    }
  }
}
