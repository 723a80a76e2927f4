import { clearTimeout, monotonicNow, setImmediate, setTimeout } from '@offloop/runtime/clock';
import type { Counters } from '@offloop/runtime/thread';
import { FRAME_HEADER_SIZE, RESPONSE_BACKUP_ACKS_OFFSET } from '@offloop/wire';
import { WorkerErrorCode, type WireError, type ShardSettings, AgentCounter } from '@offloop/contract';
import { attemptOf, generationOf } from './request-header.js';
import { CallState, type InvocationTable } from './invocation-table.js';

/** Offset in a response of the number of backup acks that its call has to wait for. */
export const EXPECTED_ACKS_OFFSET: number = FRAME_HEADER_SIZE + RESPONSE_BACKUP_ACKS_OFFSET;

/** The table counts acks in one byte. */
const MAX_ACKS = 0xff;

/** Milliseconds between two checks, at least, however the times of the responses are spread. */
const LEAST_PAUSE_MILLIS = 10;

export type BackupSettings = Pick<ShardSettings, 'backupTimeoutMillis' | 'failOnIndeterminateState'>;

export interface PendingBackupsHandler {
  /** Returns the time of `monotonicNow()` since when every connection is read: a paused one may hold unread acks. */
  readingSince(): number;
  complete(slot: number, response: Buffer): void;
  fail(slot: number, generation: number, error: WireError): void;
}

/**
 * Counts the acks of backups, and keeps the responses that came before all acks of their calls.
 *
 * One timer serves all of them, so that a call costs no timer of its own. It is started with the first response, and looks
 * through the table when the oldest response may have waited for long enough.
 */
export class PendingBackups {
  readonly #table: InvocationTable;
  readonly #settings: BackupSettings;
  readonly #counters: Counters;
  readonly #handler: PendingBackupsHandler;
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param wake asks for a duty cycle, after calls were completed by the timer. */
  constructor(
    table: InvocationTable,
    settings: BackupSettings,
    counters: Counters,
    handler: PendingBackupsHandler,
    wake: () => void,
  ) {
    this.#table = table;
    this.#settings = settings;
    this.#counters = counters;
    this.#handler = handler;
    this.#wake = wake;
  }

  /** Keeps a copy of the response in `bytes[start, end)` until all acks are here. */
  keep(slot: number, bytes: Buffer, start: number, end: number): void {
    this.#table.awaitBackups(slot, Buffer.from(bytes.subarray(start, end)), monotonicNow());
    this.#startTimer(this.#settings.backupTimeoutMillis);
  }

  /** Counts the ack of a member for the backup of a call. It may come before the response, or long after the call has ended. */
  onAck(slot: number, high: number): void {
    const table = this.#table;
    if (
      !table.holds(slot, generationOf(high)) ||
      table.state[slot] === CallState.WAITING ||
      table.attempt[slot] !== attemptOf(high)
    ) {
      this.#counters.count(AgentCounter.LATE_RESPONSES);
      return;
    }
    this.#counters.count(AgentCounter.BACKUP_ACKS);
    if (table.acks[slot] < MAX_ACKS) table.acks[slot]++;
    if (table.state[slot] !== CallState.AWAITING_BACKUPS) return;
    const response = table.response[slot]!;
    if (table.acks[slot] >= response[EXPECTED_ACKS_OFFSET]) this.#handler.complete(slot, response);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #startTimer(millis: number): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#timer = setTimeout(() => {
      // After a standstill the timers run first. Acks that arrived meanwhile must be read before any counts as missing.
      setImmediate(() => {
        this.#timer = undefined;
        this.#check();
      });
    }, millis);
  }

  #check(): void {
    const table = this.#table;
    const now = monotonicNow();
    const readingSince = this.#handler.readingSince();
    let soonest = Infinity;
    for (let slot = 0; slot < table.slots; slot++) {
      if (table.state[slot] !== CallState.AWAITING_BACKUPS) continue;
      const left = Math.max(table.respondedAt[slot], readingSince) + this.#settings.backupTimeoutMillis - now;
      if (left <= 0) this.#onAcksMissed(slot);
      else soonest = Math.min(soonest, left);
    }
    if (soonest !== Infinity) this.#startTimer(Math.max(soonest, LEAST_PAUSE_MILLIS));
    this.#wake();
  }

  /** The owner of the partition has run the operation. Whether its backups have, is not known. */
  #onAcksMissed(slot: number): void {
    const table = this.#table;
    const response = table.response[slot]!;
    if (!this.#settings.failOnIndeterminateState) return this.#handler.complete(slot, response);
    this.#handler.fail(slot, table.generation[slot], {
      code: WorkerErrorCode.INDETERMINATE,
      message:
        `the operation was done, but only ${table.acks[slot]} of ${response[EXPECTED_ACKS_OFFSET]} backups ` +
        `were acknowledged within ${this.#settings.backupTimeoutMillis} ms`,
    });
  }
}
