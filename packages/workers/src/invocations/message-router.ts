import { SLOT_LIMIT, type Counters } from '@offloop/runtime/thread';
import {
  correlationHigh,
  correlationLow,
  FLAG_BACKUP_EVENT,
  FLAG_EVENT,
  FLAG_UNFRAGMENTED,
  FragmentAssembler,
  messageFlags,
  messageType,
} from '@offloop/wire';
import { addressText, WorkerErrorCode, AgentCounter } from '@offloop/contract';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import type { Invocations } from './invocations.js';

const EVENT_FLAGS: number = FLAG_EVENT | FLAG_BACKUP_EVENT;

/** The parts that a `MessageRouter` hands messages to, and its limit on their length. */
export interface Routes {
  readonly maxMessageBytes: number;
  readonly counters: Counters;
  readonly calls: InternalCalls;
  readonly invocations: Invocations;
  readonly warn: (message: string) => void;
}

/**
 * Hands each message of a member to the part of the agent that waits for it, by the low word of its correlation id.
 *
 * ```
 *   message ─┬─ whole ────────────────┬─ event ────────────── InternalCalls: listeners, the cluster's view
 *            └─ fragment ─ assembler ─┤  id ≥ SLOT_LIMIT ──── InternalCalls: a call of this thread's own
 *                                     └─ id < SLOT_LIMIT ──── Invocations: a call of the caller's, id is its slot
 * ```
 */
export class MessageRouter {
  readonly #routes: Routes;
  readonly #fragments = new WeakMap<Connection, FragmentAssembler>();

  constructor(routes: Routes) {
    this.#routes = routes;
  }

  /** Takes the message or fragment in `bytes[start, end)`, valid until this returns. */
  onMessage(connection: Connection, bytes: Buffer, start: number, end: number): void {
    const flags = messageFlags(bytes, start);
    if ((flags & FLAG_UNFRAGMENTED) === FLAG_UNFRAGMENTED)
      return this.#onWhole(connection, flags, bytes, start, end);
    const whole = this.#assemblerOf(connection).add(bytes, start, end);
    if (whole !== undefined) this.#onWhole(connection, messageFlags(whole, 0), whole, 0, whole.length);
  }

  /** Takes a message or fragment that is skipped: its first frames are `bytes[start, end)`, and it has `leastLength` bytes or more. */
  onTooLong(connection: Connection, bytes: Buffer, start: number, end: number, leastLength: number): void {
    const isWhole = (messageFlags(bytes, start) & FLAG_UNFRAGMENTED) === FLAG_UNFRAGMENTED;
    if (isWhole) this.#onLong(connection, bytes, start, leastLength);
    else this.#assemblerOf(connection).skip(bytes, start, end, leastLength);
  }

  #onWhole(connection: Connection, flags: number, bytes: Buffer, start: number, end: number): void {
    const { counters, calls, invocations } = this.#routes;
    const type = messageType(bytes, start);
    const low = correlationLow(bytes, start);
    const high = correlationHigh(bytes, start);
    counters.count(AgentCounter.MESSAGES_IN);
    if ((flags & EVENT_FLAGS) !== 0) calls.onEvent(low, type, bytes, start, end);
    else if (low >= SLOT_LIMIT) calls.onResponse(low, type, bytes, start, end);
    else invocations.onResponse(connection, type, low, high, bytes, start, end);
  }

  /** Drops an event that is too long, or fails the call of a response that is. The first frames of it begin at `bytes[start]`. */
  #onLong(connection: Connection, bytes: Buffer, start: number, size: number): void {
    const { maxMessageBytes: limit, counters, calls, invocations, warn } = this.#routes;
    const low = correlationLow(bytes, start);
    const high = correlationHigh(bytes, start);
    const what = `is longer than runtime.maxMessageBytes: at least ${size} bytes, the limit is ${limit}`;
    counters.count(AgentCounter.MESSAGES_IN);
    if ((messageFlags(bytes, start) & EVENT_FLAGS) !== 0)
      return warn(`an event from ${addressText(connection.address)} was dropped: it ${what}`);
    const error = {
      code: WorkerErrorCode.RESPONSE_TOO_LARGE,
      message: `the member has answered, but the response ${what}`,
      details: { size, limit },
    };
    if (low >= SLOT_LIMIT) calls.onFailure(low, new Error(error.message));
    else invocations.onResponseLost(connection, low, high, error);
  }

  #assemblerOf(connection: Connection): FragmentAssembler {
    let assembler = this.#fragments.get(connection);
    if (assembler === undefined) {
      assembler = new FragmentAssembler({
        maxMessageBytes: this.#routes.maxMessageBytes,
        onTooLong: (bytes, leastLength) => this.#onLong(connection, bytes, 0, leastLength),
      });
      this.#fragments.set(connection, assembler);
    }
    return assembler;
  }
}
