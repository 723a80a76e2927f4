import { monotonicNow } from '@offloop/runtime/clock';
import type { CallHeader, CompletionWriter, Counters } from '@offloop/runtime/thread';
import {
  decodeError,
  EXCEPTION_MESSAGE_TYPE,
  FRAME_HEADER_SIZE,
  TYPE_OFFSET,
  type ErrorHolder,
} from '@offloop/wire';
import type { Cluster } from '../cluster/cluster.js';
import type { MemberConnections } from '../cluster/member-connections.js';
import {
  WITH_CONNECTION_MESSAGE_OFFSET,
  CompletionKind,
  addressText,
  type ShardSettings,
  WorkerErrorCode,
  type FromWorker,
  type WireError,
  AgentCounter,
  type AgentDiagnosis,
  RequestFlag,
} from '@offloop/contract';
import { DeferredResponses } from '../completions/deferred-responses.js';
import { ListBuilder } from '../completions/list-builder.js';
import { PageBuilder } from '../completions/page-builder.js';
import { isOfSameShape, ResponseReader } from '../completions/response-reader.js';
import type { JsonTapes } from '../completions/tape/json-tapes.js';
import type { Connection } from '../connection/connection.js';
import type { WirePool } from '../connection/wire-pool.js';
import { groupCalls } from './call-groups.js';
import { attemptOf, generationOf, rowsAskedFor } from './request-header.js';
import { Dispatcher } from './dispatcher.js';
import { GivenUpCalls } from './given-up-calls.js';
import { CallState, InvocationTable } from './invocation-table.js';
import { EXPECTED_ACKS_OFFSET, PendingBackups } from './pending-backups.js';
import { Retries } from './retries.js';

/** Offset of the message type from the start of a wire message. */
const MESSAGE_TYPE_OFFSET = FRAME_HEADER_SIZE + TYPE_OFFSET;

/**
 * The calls in flight, from their record in the request ring to their one terminal completion. A call is a row of the table:
 *
 * ```
 *                 Retries: exception, connection lost
 *               ┌───────────────────────────┐
 *               ▼                           │
 *   begin ──▶ WAITING ────── sent ───────▶ SENT ── response ──────────────────────────────▶ completed
 *               │                           ├───── response, acks missing ▶ AWAITING_BACKUPS ▶ completed
 *               │                           └───── cancelled, unwritten ──▶ GIVEN_UP ────────▶ failed
 *               └── deadline, cancelled ──────────────────────────────────────────────────▶ failed
 * ```
 *
 * Expectation: hundreds of thousands of short calls a second, of which few fail. Mechanism: slot, generation and attempt are
 * the correlation id, so a response finds its row by index, and one of an earlier call or attempt does not fit. No call has a
 * map entry, a timer or an object of its own. Price: a row and its slot stay taken until the completion, also for a call that
 * nobody waits for, and a request's bytes are kept as long, in case `Retries` sends them again.
 */
export class Invocations {
  readonly table: InvocationTable = new InvocationTable();
  /** Completes calls whose responses are lists; a long list takes several duty cycles. */
  readonly lists: ListBuilder;
  /** Completes calls whose responses are pages of rows; a long page takes several duty cycles. */
  readonly pages: PageBuilder;
  /** Keeps the responses that compute threads will fetch. */
  readonly deferred: DeferredResponses;
  readonly #settings: ShardSettings;
  readonly #connections: MemberConnections;
  readonly #completions: CompletionWriter;
  readonly #responses: ResponseReader;
  readonly #counters: Counters;
  readonly #dispatcher: Dispatcher;
  readonly #pendingBackups: PendingBackups;
  readonly #retries: Retries;
  readonly #givenUp: GivenUpCalls;
  #ended: WireError | undefined;
  /** `monotonicNow()` of the present drain; 0 when nobody has asked for it yet. */
  #drainTime = 0;

  /**
   * @param tapes makes tapes of JSON values; undefined: they stay text.
   * @param wake asks for a duty cycle in which `sendDue` is called.
   */
  constructor(
    settings: ShardSettings,
    cluster: Cluster,
    completions: CompletionWriter,
    tapes: JsonTapes | undefined,
    pool: WirePool,
    counters: Counters,
    wake: () => void,
  ) {
    this.#settings = settings;
    this.#connections = cluster.connections;
    this.#completions = completions;
    this.pages = new PageBuilder(completions, settings.maxMessageBytes);
    this.deferred = new DeferredResponses(completions, wake);
    this.lists = new ListBuilder(completions, tapes, settings.littleEndian);
    this.#responses = new ResponseReader(completions, tapes, settings.littleEndian);
    this.#counters = counters;
    this.#dispatcher = new Dispatcher(this.table, settings, cluster, pool);
    this.#retries = new Retries(
      this.table,
      settings,
      counters,
      {
        resend: (slot) => this.#dispatcher.resend(slot),
        fail: (slot, generation, error) => this.fail(slot, generation, error),
        onRetry: (slot, attempt, reason) =>
          completions.control({ type: 'call-retried', slot, attempt, reason } satisfies FromWorker),
      },
      wake,
    );
    this.#givenUp = new GivenUpCalls(this.table, {
      connection: (number) => cluster.connections.byNumber(number),
      complete: (slot) => this.#failGivenUp(slot),
    });
    this.#pendingBackups = new PendingBackups(
      this.table,
      settings,
      counters,
      {
        readingSince: () => cluster.connections.readingSince(),
        complete: (slot, response) =>
          this.#complete(slot, response.readInt32LE(MESSAGE_TYPE_OFFSET), response, 0, response.length),
        fail: (slot, generation, error) => this.fail(slot, generation, error),
      },
      wake,
    );
  }

  /** Begins a call whose wire bytes are `bytes[start, start + call.length)`; they are copied before this returns. */
  begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    const { slot, generation, length } = call;
    if (!this.#open(call)) return;
    if (!this.#dispatcher.send(slot, bytes, start, length)) this.#retries.onNoConnection(slot, generation);
  }

  /** Begins a call whose bytes came as a buffer of their own; they are sent from there, without a copy. */
  beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void {
    const { slot, generation } = call;
    if (!this.#open(call)) return;
    if (!this.#dispatcher.sendWhole(slot, bytes)) this.#retries.onNoConnection(slot, generation);
  }

  /** Gives a call up. A response that still comes will find the row free, or of a later generation. */
  cancel(slot: number, generation: number): void {
    if (this.table.holds(slot, generation) && !this.#givenUp.hold(slot)) this.#failGivenUp(slot);
  }

  /** To be called when a socket has written bytes. @returns true if `sendDue` has something to do. */
  onWritten(): boolean {
    return this.#givenUp.onWritten();
  }

  /** Handles a response to one of the caller's calls. */
  onResponse(
    connection: Connection,
    messageType: number,
    slot: number,
    high: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const table = this.table;
    const generation = generationOf(high);
    if (!this.#expects(connection, slot, high)) return this.#counters.count(AgentCounter.LATE_RESPONSES);
    connection.hasServed = true;
    if (messageType === EXCEPTION_MESSAGE_TYPE) {
      this.#onError(slot, generation, bytes, start, end);
    } else if (!isOfSameShape(messageType, table.responseType[slot])) {
      const met = `0x${messageType.toString(16)}, expected 0x${table.responseType[slot].toString(16)}`;
      this.#failUnreadable(slot, generation, `a response has not the shape of its message's (${met})`);
    } else if (bytes[start + EXPECTED_ACKS_OFFSET] > table.acks[slot]) {
      this.#pendingBackups.keep(slot, bytes, start, end);
    } else {
      this.#complete(slot, messageType, bytes, start, end);
    }
  }

  /** Fails a call that a member has carried out, but whose response is lost, for instance too long. It is not tried again. */
  onResponseLost(connection: Connection, slot: number, high: number, error: WireError): void {
    if (this.#expects(connection, slot, high)) this.fail(slot, generationOf(high), error);
    else this.#counters.count(AgentCounter.LATE_RESPONSES);
  }

  /** Counts the ack of a member that has made the backup of a call. */
  onBackupAck(slot: number, high: number): void {
    this.#pendingBackups.onAck(slot, high);
  }

  /**
   * Sends every call of a lost connection again, or fails it because nobody knows whether it has run. That includes a call that only
   * waits for its backups: a member that died before it made them may have lost what the call did.
   */
  onConnectionLost(connection: Connection, reason: Error): void {
    for (const slot of this.table.sentOn(connection.number)) {
      if (this.table.state[slot] === CallState.GIVEN_UP) this.#failGivenUp(slot);
      else this.#retries.onConnectionLost(slot, connection.address, reason);
    }
    this.#completions.flush();
  }

  /** Sends the calls whose pause between two attempts is over, and completes given-up calls whose bytes are written now. */
  sendDue(): void {
    this.#givenUp.completeWritten();
    this.#retries.sendDue();
  }

  /** To be called when there is a new connection: calls that wait for one are tried at once. */
  onRoutable(): void {
    this.#retries.endPauses();
  }

  /** Describes what the calls in flight wait for. @param now a time of `monotonicNow()`. */
  diagnose(now: number): Pick<AgentDiagnosis, 'calls' | 'retryQueue'> {
    return {
      calls: groupCalls(this.table, this.#connections, now),
      retryQueue: this.#retries.diagnose(),
    };
  }

  /** Writes every batch that the drain has filled. */
  flush(): void {
    this.#dispatcher.flush();
    this.#drainTime = 0;
  }

  /** Completes a call with an error and frees its row. */
  fail(slot: number, generation: number, error: WireError): void {
    const { table } = this;
    if ((table.flags[slot] & RequestFlag.TRACED) !== 0) this.#tellEnd(slot, 0);
    this.#completions.error(slot, generation, error);
    if ((table.flags[slot] & RequestFlag.DEFERRED) !== 0) this.deferred.failed(table.target[slot]);
    table.free(slot);
  }

  /** Fails every call, and those to come; for the end of the agent. */
  failAll(error: WireError): void {
    this.#ended = error;
    for (let slot = 0; slot < this.table.slots; slot++) {
      if (this.table.state[slot] !== CallState.FREE) this.fail(slot, this.table.generation[slot], error);
    }
    this.#retries.stop();
    this.#pendingBackups.stop();
    this.deferred.stop();
  }

  /** Returns true if a response with this correlation id is that of the call's present attempt. */
  #expects(connection: Connection, slot: number, high: number): boolean {
    const table = this.table;
    return (
      table.holds(slot, generationOf(high)) &&
      table.state[slot] === CallState.SENT &&
      table.attempt[slot] === attemptOf(high) &&
      table.connection[slot] === connection.number
    );
  }

  #onError(slot: number, generation: number, bytes: Buffer, start: number, end: number): void {
    let holders: ErrorHolder[];
    try {
      holders = decodeError(bytes, start, end);
    } catch (error) {
      // The frames of the message are whole, so the messages behind it can be read: the connection can be kept.
      const { message } = error as Error;
      this.#failUnreadable(slot, generation, `the member reported an error that cannot be read: ${message}`);
      return;
    }
    this.#retries.onError(slot, generation, holders);
  }

  #failUnreadable(slot: number, generation: number, message: string): void {
    this.fail(slot, generation, { code: WorkerErrorCode.PROTOCOL, message });
  }

  #failGivenUp(slot: number): void {
    const error = { code: WorkerErrorCode.CANCELLED, message: 'cancelled by the caller' };
    this.fail(slot, this.table.generation[slot], error);
  }

  #complete(slot: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    const table = this.table;
    const generation = table.generation[slot];
    const flags = table.flags[slot];
    if ((flags & RequestFlag.TRACED) !== 0) this.#tellEnd(slot, end - start);
    if ((flags & RequestFlag.RAW) !== 0) {
      this.#completions.handOver(CompletionKind.RAW, slot, generation, bytes, start, end);
    } else if ((flags & RequestFlag.DEFERRED) !== 0) {
      this.deferred.put(table.target[slot], slot, generation, bytes, start, end);
    } else if ((flags & RequestFlag.LIST) !== 0) {
      this.lists.begin(slot, generation, bytes, start, end);
    } else if ((flags & RequestFlag.PAGE) !== 0) {
      const mostRows = rowsAskedFor(table.chunk[slot]!.bytes, table.offset[slot]);
      this.pages.begin(slot, generation, table.connection[slot], mostRows, bytes, start, end);
    } else if ((flags & RequestFlag.TELLS_CONNECTION) !== 0) {
      this.#completeWithConnection(slot, generation, table.connection[slot], bytes, start, end);
    } else if ((flags & RequestFlag.FRAMES) !== 0) {
      this.#completions.body(CompletionKind.FRAMES, slot, generation, bytes, start, end);
    } else {
      this.#responses.complete(slot, generation, messageType, bytes, start, end);
    }
    table.free(slot);
  }

  /** Completes a call with the message in `bytes[start, end)` and the number of the connection that it came by. */
  #completeWithConnection(
    slot: number,
    generation: number,
    connection: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const body = Buffer.allocUnsafe(WITH_CONNECTION_MESSAGE_OFFSET + end - start);
    body.writeInt32LE(connection, 0);
    bytes.copy(body, WITH_CONNECTION_MESSAGE_OFFSET, start, end);
    this.#completions.body(CompletionKind.WITH_CONNECTION, slot, generation, body, 0, body.length);
  }

  /** Tells the caller which member has answered a `TRACED` call, and with how many bytes. To be called before its completion. */
  #tellEnd(slot: number, responseBytes: number): void {
    const connection = this.#connections.byNumber(this.table.connection[slot]);
    this.#completions.control({
      type: 'call-ended',
      slot,
      member: connection === undefined ? null : connection.memberUuid,
      address: connection === undefined ? null : addressText(connection.address),
      responseBytes,
    } satisfies FromWorker);
  }

  /** @returns false when the call was failed at once: the agent is ending. */
  #open(call: Readonly<CallHeader>): boolean {
    const { slot, generation, flags, target, timeoutMillis } = call;
    const timeout = timeoutMillis > 0 ? timeoutMillis : this.#settings.invocationTimeoutMillis;
    const now = this.#timeOfDrain();
    const deadline = (flags & RequestFlag.WAITS) !== 0 && timeoutMillis === 0 ? Infinity : now + timeout;
    this.table.open(call, deadline, now);
    if ((flags & RequestFlag.DEFERRED) !== 0) this.deferred.open(target);
    if (this.#ended === undefined) return true;
    this.fail(slot, generation, this.#ended);
    return false;
  }

  /** The clock is read once for all calls of a drain: reading it for each call took 9 % of this thread's time. */
  #timeOfDrain(): number {
    if (this.#drainTime === 0) this.#drainTime = monotonicNow();
    return this.#drainTime;
  }
}
