import type { FloorStats } from '@offloop/runtime';
import type { Call } from '../journal/journal.js';
import { check } from '../journal/violation.js';
import type { SimulatedSocket } from '../network/simulated-socket.js';
import type { Plan } from '../plan/plan.js';
import { chunksOf, type AgentThread } from './product.js';

/** Milliseconds. */
const LETTING_GO = 500;
/** Bytes of what the agent itself asks of members: pings, authentication, listeners. */
const OWN_BYTES = 4000;

/** A call that is settled and may still have its slot: its promise was rejected before the agent was done with it. */
function isGivenUp({ outcome }: Call): boolean {
  return outcome?.error === 'TIMED_OUT' || outcome?.error === 'CANCELLED';
}

/** Whether a spilled buffer is what the agent tells of the cluster, and no result of a call. */
function isControl(buffer: unknown): boolean {
  return buffer instanceof ArrayBuffer && Buffer.from(buffer).toString('latin1', 0, 8) === '{"type":';
}

/** The calls and bytes in flight of all shards together. */
function inAll(stats: readonly FloorStats[]): Pick<FloorStats, 'inFlight' | 'inFlightBytes'> {
  let inFlight = 0;
  let inFlightBytes = 0;
  for (const shard of stats) {
    inFlight += shard.inFlight;
    inFlightBytes += shard.inFlightBytes;
  }
  return { inFlight, inFlightBytes };
}

/** Keeps an account of its own of the calls in flight and their bytes, and holds the client to it. */
export class QuotaOracle {
  readonly #plan: Plan;
  #pending = 0;
  #pendingBytes = 0;
  #givenUp = 0;
  #givenUpBytes = 0;
  /** Since when calls that were given up should have been let go. */
  #givenUpAt = Infinity;
  #disturbedUntil = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  get pending(): number {
    return this.#pending;
  }

  /** Calls that were given up and may not have let go. */
  get givenUp(): number {
    return this.#givenUp;
  }

  mayBeAdmitted(stats: readonly FloorStats[], bytes: number): boolean {
    const { maxPendingCalls, maxPendingBytes } = this.#plan.limits;
    const { inFlight, inFlightBytes } = inAll(stats);
    return inFlight < maxPendingCalls && inFlightBytes + bytes <= maxPendingBytes;
  }

  onMade(call: Call, wasAdmitted: boolean, shouldBe: boolean): void {
    check(
      wasAdmitted === shouldBe,
      'quotas',
      () => `call ${call.id} of ${call.bytes} bytes was ${wasAdmitted ? '' : 'not '}admitted`,
    );
    if (!wasAdmitted) return;
    this.#pending++;
    this.#pendingBytes += call.bytes;
  }

  onSettled(call: Call): void {
    if (call.outcome!.error === 'BACKPRESSURE') return;
    this.#pending--;
    this.#pendingBytes -= call.bytes;
    if (!isGivenUp(call)) return;
    if (this.#givenUp === 0) this.#givenUpAt = call.outcome!.at;
    this.#givenUp++;
    this.#givenUpBytes += call.bytes;
  }

  /** A thread stands still until then. */
  onDisturbance(until: number): void {
    this.#disturbedUntil = Math.max(this.#disturbedUntil, until);
  }

  /** Calls that were given up keep their slots until the agent lets go of them: once their bytes are written. */
  check(stats: readonly FloorStats[], now: number, sockets: ReadonlySet<SimulatedSocket>): void {
    const { inFlight, inFlightBytes } = inAll(stats);
    let waiting = 0;
    let isClosing = false;
    for (const { writableLength, destroyed } of sockets) {
      waiting += writableLength;
      isClosing ||= destroyed;
    }
    if (waiting > 0 || isClosing) this.onDisturbance(now);
    check(
      waiting <= inFlightBytes + OWN_BYTES * stats.length,
      'memory',
      () => `${waiting} bytes wait in sockets, of calls with ${inFlightBytes} bytes`,
    );
    const since = now - Math.max(this.#givenUpAt, this.#disturbedUntil);
    check(
      since < LETTING_GO || inFlight < this.#pending + this.#givenUp,
      'quotas',
      () => `none of ${this.#givenUp} calls that were given up was let go in ${since} ms`,
    );
    check(
      inFlight >= this.#pending && inFlight <= this.#pending + this.#givenUp,
      'quotas',
      () => `inFlight is ${inFlight}; ${this.#pending} calls are pending, ${this.#givenUp} were given up`,
    );
    check(
      inFlightBytes >= this.#pendingBytes && inFlightBytes <= this.#pendingBytes + this.#givenUpBytes,
      'quotas',
      () =>
        `inFlightBytes is ${inFlightBytes}; ${this.#pendingBytes} are pending, ${this.#givenUpBytes} given up`,
    );
    if (inFlight !== this.#pending) return;
    this.#givenUp = 0;
    this.#givenUpBytes = 0;
    this.#givenUpAt = Infinity;
  }

  /** @param events counts those that the caller has not heard of: each may be a buffer of its own. */
  checkMemory(
    { loop, watch }: AgentThread,
    sockets: ReadonlySet<SimulatedSocket>,
    events: () => number,
  ): void {
    const { agent, spills } = watch;
    const chunks = chunksOf(loop).size;
    let writes = 0;
    let own = 0;
    for (const socket of sockets) {
      if (socket.loop !== loop) continue;
      writes += socket.unwritten;
      own++;
    }
    check(
      chunks <= agent.inFlight + writes + own,
      'memory',
      () => `${chunks} chunks for ${agent.inFlight} calls, ${own} sockets and ${writes} writes`,
    );
    const { maxPendingCalls } = this.#plan.limits;
    check(
      agent.inFlight <= maxPendingCalls,
      'memory',
      () => `${agent.inFlight} rows for at most ${maxPendingCalls} calls`,
    );
    if (spills === undefined) return;
    check(
      // Of a list there are two.
      spills.queue.length <= 2 * maxPendingCalls ||
        spills.queue.filter((buffer) => !isControl(buffer)).length <= 2 * maxPendingCalls + events(),
      'memory',
      () => `${spills.queue.length} spilled buffers for ${maxPendingCalls} calls and ${events()} events`,
    );
  }

  checkEmpty(stats: readonly FloorStats[]): void {
    for (const { inFlight, inFlightBytes, queued, rescues } of stats) {
      check(inFlight === 0 && inFlightBytes === 0, 'quotas', () => 'not empty when all is settled');
      check(queued === 0, 'quotas', () => `${queued} requests are queued when all is settled`);
      check(rescues === 0, 'nobody sleeps on work', () => `${rescues} rescues`);
    }
  }
}
