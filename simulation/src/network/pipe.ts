import type { World } from '../time/world.js';

interface Packet {
  /** Undefined: the end of the stream. */
  readonly bytes: Buffer | undefined;
  readonly at: number;
}

export interface PipeEvents {
  /** Milliseconds on the way. */
  latency(): number;
  onArrival(bytes: Buffer): void;
  onEnd(): void;
}

/** One direction of a connection: keeps the order, takes its time, may stand still for a while. */
export class Pipe {
  readonly #world: World;
  readonly #events: PipeEvents;
  #packets: Packet[] = [];
  #lastArrival = 0;
  #stalledUntil = 0;
  #isScheduled = false;
  /** Counts how often the end of the standstill was changed. */
  #schedules = 0;
  #isClosed = false;

  constructor(world: World, events: PipeEvents) {
    this.#world = world;
    this.#events = events;
  }

  send(bytes: Buffer): void {
    if (this.#isClosed) return;
    this.#lastArrival = Math.max(this.#lastArrival, this.#world.time + this.#events.latency());
    this.#packets.push({ bytes, at: this.#lastArrival });
    this.#schedule();
  }

  /** The sender closed: its end arrives behind what it has sent. */
  finish(): void {
    this.#packets.push({ bytes: undefined, at: this.#lastArrival });
    this.#schedule();
  }

  /** Nothing arrives until then. */
  stallUntil(time: number): void {
    this.#stalledUntil = time;
    // What was to come at the end of another standstill comes at the end of this one.
    this.#schedules++;
    this.#isScheduled = false;
    this.#schedule();
  }

  /** Some of what is on its way still arrives, up to any byte; the rest is lost. */
  cut(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const rest = Buffer.concat(this.#packets.flatMap(({ bytes }) => bytes ?? []));
    this.#packets = [];
    const kept = this.#world.random.chance(0.5) ? this.#world.random.below(rest.length + 1) : 0;
    if (kept > 0) this.#events.onArrival(rest.subarray(0, kept));
  }

  close(): void {
    this.#isClosed = true;
    this.#packets = [];
  }

  #schedule(): void {
    if (this.#isScheduled || this.#packets.length === 0) return;
    const at = Math.max(this.#packets[0].at, this.#stalledUntil);
    this.#isScheduled = true;
    const schedule = this.#schedules;
    this.#world.after(Math.max(0, at - this.#world.time), () => {
      if (schedule !== this.#schedules) return;
      this.#isScheduled = false;
      const packet = this.#packets.shift();
      if (packet?.bytes !== undefined) this.#events.onArrival(packet.bytes);
      else if (packet !== undefined) this.#events.onEnd();
      this.#schedule();
    });
  }
}
