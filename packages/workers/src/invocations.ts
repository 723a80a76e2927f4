import {
  CORRELATION_ID_OFFSET,
  decodeError,
  ErrorCode,
  EXCEPTION_MESSAGE_TYPE,
  FLAG_BACKUP_AWARE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  TYPE_OFFSET,
  type ErrorHolder,
} from '@offloop/wire/protocol';
import {
  attemptOf,
  CompletionKind,
  copyBytes,
  correlationHigh,
  generationOf,
  MAX_ATTEMPT,
  RequestFlag,
  WorkerCounter,
  type ControlBlock,
} from '@offloop/wire/ring';
import { AnswerShelves } from './answer-shelves.js';
import type { Cluster } from './cluster.js';
import type { CompletionWriter } from './completion-writer.js';
import { describe, type Connection } from './connection.js';
import { WorkerErrorCode, type ShardSettings, type WireError } from './control.js';
import { EXPECTED_ACKS_OFFSET, HeldAnswers } from './held-answers.js';
import { CallState, InvocationTable } from './invocation-table.js';
import { JsonPacker } from './json-packer.js';
import { ListBuilder } from './list-builder.js';
import { ownCopy } from './own-copy.js';
import { completeResponse } from './response-reader.js';
import { FAST_ATTEMPTS, isRetryable, isRetryableWhenBound } from './retry-rules.js';
import { WaitingCalls } from './waiting-calls.js';
import type { WirePool } from './wire-pool.js';

/** Offsets from the start of a wire message. */
const MESSAGE_CORRELATION_OFFSET = FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET;
const MESSAGE_PARTITION_OFFSET = FRAME_HEADER_SIZE + PARTITION_ID_OFFSET;
const MESSAGE_TYPE_OFFSET = FRAME_HEADER_SIZE + TYPE_OFFSET;
/** The flags' upper byte, which holds this one. */
const BACKUP_AWARE_BYTE_OFFSET = FRAME_FLAGS_OFFSET + 1;
const BACKUP_AWARE_BIT = FLAG_BACKUP_AWARE >> 8;
const MOST_ACKS = 0xff;

/** Milliseconds. Between two looks for a connection there must be a rest, also where no pause between retries is asked for. */
const LEAST_OUTAGE_PAUSE_MILLIS = 10;

/** Calls from their record in the request ring to their one terminal completion: routed, sent, matched, retried. */
export class Invocations {
  readonly table: InvocationTable = new InvocationTable();
  /** Answers that are not handed over yet. */
  readonly lists: ListBuilder;
  /** Answers that are not the caller's to read. */
  readonly shelves: AnswerShelves;
  readonly #settings: ShardSettings;
  readonly #cluster: Cluster;
  readonly #completions: CompletionWriter;
  readonly #packer: JsonPacker | undefined;
  readonly #pool: WirePool;
  readonly #counters: ControlBlock;
  /** Connections with a batch to write at the end of the drain. */
  readonly #dirty: Connection[] = [];
  readonly #heldAnswers: HeldAnswers;
  readonly #waiting: WaitingCalls;
  #ended: WireError | undefined;
  /** `performance.now()` of the drain under way; 0 when it has not been asked for. */
  #drainTime = 0;

  /** @param wake asks for a duty cycle in which `sendDue` is called. */
  constructor(
    settings: ShardSettings,
    cluster: Cluster,
    completions: CompletionWriter,
    pool: WirePool,
    counters: ControlBlock,
    wake: () => void,
  ) {
    this.#settings = settings;
    this.#cluster = cluster;
    this.#completions = completions;
    this.lists = new ListBuilder(completions);
    this.shelves = new AnswerShelves(completions, wake);
    if (settings.packJsonFrom !== null) this.#packer = new JsonPacker(settings.packJsonFrom);
    this.#pool = pool;
    this.#counters = counters;
    this.#waiting = new WaitingCalls(settings.invocationRetryPauseMillis, wake);
    this.#heldAnswers = new HeldAnswers(
      this.table,
      settings.backupTimeoutMillis,
      () => cluster.connections.readingSince(),
      (slot) => this.#onAcksMissed(slot),
      wake,
    );
  }

  /** A new call whose wire bytes lie at `bytes[offset, offset + length)`; they are copied before this returns. */
  begin(
    slot: number,
    generation: number,
    flags: number,
    target: number,
    timeoutMillis: number,
    bytes: Buffer,
    offset: number,
    length: number,
  ): void {
    if (!this.#open(slot, generation, flags, target, timeoutMillis)) return;
    const connection = this.#route(slot, bytes.readInt32LE(offset + MESSAGE_PARTITION_OFFSET));
    if (connection === undefined) {
      this.#keep(slot, bytes, offset, length);
      this.#noConnection(slot, generation);
    } else {
      this.#sendCopy(slot, connection, bytes, offset, length);
    }
  }

  /** A new call whose bytes came as a buffer of their own: sent from there, without a copy. */
  beginWhole(
    slot: number,
    generation: number,
    flags: number,
    target: number,
    timeoutMillis: number,
    bytes: Buffer,
  ): void {
    if (!this.#open(slot, generation, flags, target, timeoutMillis)) return;
    const chunk = this.#pool.adopt(bytes);
    this.table.retain(slot, chunk, 0, bytes.length);
    const connection = this.#route(slot, bytes.readInt32LE(MESSAGE_PARTITION_OFFSET));
    if (connection === undefined) {
      this.#noConnection(slot, generation);
    } else {
      this.#markSent(slot, connection, bytes, 0);
      connection.writeWhole(chunk, 0, bytes.length);
    }
    chunk.release();
  }

  /** The caller has lost interest. Whatever the member still answers finds the row free, or of a later generation. */
  cancel(slot: number, generation: number): void {
    if (!this.table.holds(slot, generation)) return;
    this.fail(slot, generation, { code: WorkerErrorCode.CANCELLED, message: 'cancelled by the caller' });
  }

  /** A response to one of the caller's calls. */
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
    if (
      !table.holds(slot, generation) ||
      table.state[slot] !== CallState.SENT ||
      table.attempt[slot] !== attemptOf(high) ||
      table.connection[slot] !== connection.number
    ) {
      this.#counters.count(WorkerCounter.LATE_RESPONSES);
      return;
    }
    if (messageType === EXCEPTION_MESSAGE_TYPE) {
      this.#onError(slot, generation, decodeError(bytes, start, end));
    } else if (bytes[start + EXPECTED_ACKS_OFFSET] > table.acks[slot]) {
      this.#heldAnswers.hold(slot, bytes, start, end);
    } else {
      this.#complete(slot, messageType, bytes, start, end);
    }
  }

  /** A member has made the backup of a call. It may say so before the answer comes, or long after anyone cares. */
  onBackupAck(slot: number, high: number): void {
    const table = this.table;
    if (
      !table.holds(slot, generationOf(high)) ||
      table.state[slot] === CallState.WAITING ||
      table.attempt[slot] !== attemptOf(high)
    ) {
      this.#counters.count(WorkerCounter.LATE_RESPONSES);
      return;
    }
    this.#counters.count(WorkerCounter.BACKUP_ACKS);
    if (table.acks[slot] < MOST_ACKS) table.acks[slot]++;
    if (table.state[slot] !== CallState.ANSWERED) return;
    if (table.acks[slot] >= table.answer[slot]![EXPECTED_ACKS_OFFSET]) this.#completeHeld(slot);
  }

  /**
   * Every call that was sent on this connection is retried, or told that it may or may not have run. Also one that is
   * answered and waits for backups: a member that died before it made them takes what it did along.
   */
  onConnectionLost(connection: Connection, reason: Error): void {
    const table = this.table;
    for (const slot of table.sentOn(connection.number)) {
      const generation = table.generation[slot];
      if (this.#isRepeatable(table.flags[slot])) {
        this.#retry(slot, generation, reason.message);
      } else {
        this.fail(slot, generation, {
          code: WorkerErrorCode.TARGET_DISCONNECTED,
          message: `the connection to ${describe(connection.address)} was lost before the answer came: ${reason.message}`,
        });
      }
    }
    this.#completions.flush();
  }

  /** Sends what waited and is due. */
  sendDue(): void {
    if (this.#waiting.size === 0) return;
    const { table } = this;
    const now = performance.now();
    this.#waiting.look(({ slot, generation, reason }) => {
      if (!table.holds(slot, generation) || table.state[slot] !== CallState.WAITING) return;
      if (now > table.deadline[slot]) this.#timeOut(slot, generation, reason);
      else this.#resend(slot, generation);
    });
  }

  /** There are connections (again): nobody has to wait for a pause to pass. */
  onRoutable(): void {
    this.#waiting.hurry();
  }

  /** Writes every batch the drain has filled. */
  flush(): void {
    const dirty = this.#dirty;
    for (let i = 0; i < dirty.length; i++) dirty[i].flush();
    dirty.length = 0;
    this.#drainTime = 0;
  }

  /** The terminal completion of a call that failed. */
  fail(slot: number, generation: number, error: WireError): void {
    const { table } = this;
    this.#completions.error(slot, generation, error);
    if ((table.flags[slot] & RequestFlag.SHELVED) !== 0) this.shelves.failed(table.target[slot]);
    table.free(slot);
  }

  /** Fails every call, also those to come; used when the agent ends. */
  failAll(error: WireError): void {
    this.#ended = error;
    for (let slot = 0; slot < this.table.slots; slot++) {
      if (this.table.state[slot] !== CallState.FREE) this.fail(slot, this.table.generation[slot], error);
    }
    this.#waiting.stop();
    this.#heldAnswers.stop();
    this.shelves.stop();
  }

  #complete(slot: number, messageType: number, bytes: Buffer, start: number, end: number): void {
    const table = this.table;
    const generation = table.generation[slot];
    const flags = table.flags[slot];
    if ((flags & RequestFlag.RAW) !== 0) {
      this.#completions.handOver(CompletionKind.RAW, slot, generation, bytes, start, end);
    } else if ((flags & RequestFlag.SHELVED) !== 0) {
      this.shelves.put(table.target[slot], slot, generation, bytes, start, end);
    } else if ((flags & RequestFlag.LIST) !== 0) {
      this.lists.begin(slot, generation, bytes, start, end);
    } else {
      completeResponse(this.#completions, slot, generation, messageType, bytes, start, end, this.#packer);
    }
    table.free(slot);
  }

  #completeHeld(slot: number): void {
    const answer = this.table.answer[slot]!;
    this.#complete(slot, answer.readInt32LE(MESSAGE_TYPE_OFFSET), answer, 0, answer.length);
  }

  /** The owner has done it; whether its backups have is not known. */
  #onAcksMissed(slot: number): void {
    if (!this.#settings.failOnIndeterminateState) {
      this.#completeHeld(slot);
      return;
    }
    const expected = this.table.answer[slot]![EXPECTED_ACKS_OFFSET];
    this.fail(slot, this.table.generation[slot], {
      code: WorkerErrorCode.INDETERMINATE,
      message:
        `the operation was done, but only ${this.table.acks[slot]} of ${expected} backups were acknowledged ` +
        `within ${this.#settings.backupTimeoutMillis} ms`,
    });
  }

  /** @returns false when the call was failed at once: the agent is ending. */
  #open(slot: number, generation: number, flags: number, target: number, timeoutMillis: number): boolean {
    const patience = timeoutMillis > 0 ? timeoutMillis : this.#settings.invocationTimeoutMillis;
    const deadline =
      (flags & RequestFlag.WAITS) !== 0 && timeoutMillis === 0 ? Infinity : this.#timeOfDrain() + patience;
    this.table.open(slot, generation, flags, target, deadline);
    if ((flags & RequestFlag.SHELVED) !== 0) this.shelves.open(target);
    if (this.#ended === undefined) return true;
    this.fail(slot, generation, this.#ended);
    return false;
  }

  /** One look at the clock serves all calls of a drain: a look a call was 9 % of this thread's time. */
  #timeOfDrain(): number {
    if (this.#drainTime === 0) this.#drainTime = performance.now();
    return this.#drainTime;
  }

  #route(slot: number, partitionId: number): Connection | undefined {
    const flags = this.table.flags[slot];
    const { connections } = this.#cluster;
    if ((flags & RequestFlag.BOUND) !== 0) return connections.byNumber(this.table.target[slot]);
    if ((flags & RequestFlag.PREFERS) !== 0) return connections.preferring(this.table.target[slot]);
    return connections.route(partitionId);
  }

  #sendCopy(slot: number, connection: Connection, bytes: Buffer, offset: number, length: number): void {
    const waits = (this.table.flags[slot] & RequestFlag.WAITS) !== 0;
    const wasClean = connection.batchLength === 0;
    const chunk = connection.reserve(length);
    const at = chunk.end;
    copyBytes(bytes, offset, offset + length, chunk.bytes, at);
    chunk.end = at + length;
    // A call that may rest for hours must not keep a whole batch alive: it gets bytes of its own.
    if (waits) this.#keep(slot, bytes, offset, length);
    else this.table.retain(slot, chunk, at, length);
    this.#markSent(slot, connection, chunk.bytes, at);
    if (!this.#settings.pipelining || connection.batchLength >= this.#settings.pipeliningThresholdBytes) {
      connection.flush();
    } else if (wasClean) {
      this.#dirty.push(connection);
    }
  }

  #markSent(slot: number, connection: Connection, bytes: Buffer, at: number): void {
    const table = this.table;
    table.state[slot] = CallState.SENT;
    table.connection[slot] = connection.number;
    table.acks[slot] = 0;
    const flags = at + BACKUP_AWARE_BYTE_OFFSET;
    bytes[flags] = this.#cluster.asksForBackupAcks
      ? bytes[flags] | BACKUP_AWARE_BIT
      : bytes[flags] & ~BACKUP_AWARE_BIT;
    bytes.writeInt32LE(slot, at + MESSAGE_CORRELATION_OFFSET);
    bytes.writeInt32LE(
      correlationHigh(table.generation[slot], table.attempt[slot]),
      at + MESSAGE_CORRELATION_OFFSET + 4,
    );
  }

  /** Retains a private copy of a call's bytes. */
  #keep(slot: number, bytes: Buffer, offset: number, length: number): void {
    const chunk = this.#pool.adopt(ownCopy(bytes, offset, offset + length));
    this.table.retain(slot, chunk, 0, length);
    chunk.release();
  }

  #resend(slot: number, generation: number): void {
    const table = this.table;
    const from = table.chunk[slot]!;
    const offset = table.offset[slot];
    const length = table.length[slot];
    const connection = this.#route(slot, from.bytes.readInt32LE(offset + MESSAGE_PARTITION_OFFSET));
    if (connection === undefined) {
      this.#noConnection(slot, generation);
      return;
    }
    // COPY, then patch: the bytes of the attempt before may still be on their way to a socket.
    from.hold();
    this.#sendCopy(slot, connection, from.bytes, offset, length);
    from.release();
  }

  #noConnection(slot: number, generation: number): void {
    if ((this.table.flags[slot] & RequestFlag.BOUND) !== 0) {
      this.fail(slot, generation, {
        code: WorkerErrorCode.TARGET_DISCONNECTED,
        message: `connection ${this.table.target[slot]}, to which this call is bound, is gone`,
      });
      return;
    }
    if (this.#settings.reconnectMode === 'ASYNC') {
      this.fail(slot, generation, {
        code: WorkerErrorCode.CLIENT_OFFLINE,
        message: 'no connection to the cluster',
      });
      return;
    }
    // It was never sent, so any call may be tried again; `onRoutable` ends the pause early.
    const pause = Math.max(this.#settings.invocationRetryPauseMillis, LEAST_OUTAGE_PAUSE_MILLIS);
    this.#wait(slot, generation, pause, 'no connection to the cluster');
  }

  #onError(slot: number, generation: number, holders: readonly ErrorHolder[]): void {
    const code = holders[0]?.errorCode ?? 0;
    const flags = this.table.flags[slot];
    if (this.#mayGoAgainAfter(code, flags)) {
      this.#retry(slot, generation, `${holders[0]?.className}: ${holders[0]?.message}`);
      return;
    }
    this.fail(slot, generation, {
      code: WorkerErrorCode.MEMBER,
      message: holders[0]?.message ?? holders[0]?.className ?? 'the member named no error',
      remote: holders,
    });
  }

  #mayGoAgainAfter(code: number, flags: number): boolean {
    if ((flags & RequestFlag.BOUND) !== 0) return isRetryableWhenBound(code);
    return code === ErrorCode.TARGET_DISCONNECTED ? this.#isRepeatable(flags) : isRetryable(code);
  }

  /** Whether a call may be sent again that may have run already. */
  #isRepeatable(flags: number): boolean {
    const repeatable = (flags & RequestFlag.RETRYABLE) !== 0 || this.#settings.redoOperation;
    return repeatable && (flags & RequestFlag.BOUND) === 0;
  }

  #retry(slot: number, generation: number, reason: string): void {
    const table = this.table;
    if (performance.now() > table.deadline[slot]) {
      this.#timeOut(slot, generation, reason);
      return;
    }
    this.#counters.count(WorkerCounter.RETRIES);
    const attempt = table.attempt[slot] + 1;
    // Past the largest attempt the number stays: such an answer could only be late by hundreds of retry pauses.
    table.attempt[slot] = Math.min(attempt, MAX_ATTEMPT);
    const pause = attempt < FAST_ATTEMPTS ? 0 : this.#settings.invocationRetryPauseMillis;
    this.#wait(slot, generation, pause, reason);
  }

  #wait(slot: number, generation: number, pauseMillis: number, reason: string): void {
    this.table.await(slot);
    this.#waiting.add(slot, generation, pauseMillis, reason);
  }

  #timeOut(slot: number, generation: number, reason: string): void {
    this.fail(slot, generation, {
      code: WorkerErrorCode.OPERATION_TIMEOUT,
      message: `no attempt succeeded before the deadline; the last one: ${reason}`,
    });
  }
}
