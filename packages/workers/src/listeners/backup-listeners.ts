import {
  CORRELATION_ID_OFFSET,
  eventIds,
  FRAME_HEADER_SIZE,
  messages,
  REQUEST_FIXED_FIELDS_OFFSET,
} from '@offloop/wire';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { OnSilence } from '../connection/silence.js';
import type { MemberDescription } from '@offloop/contract';

const listener = messages.client.localBackupListener;
const ACK_EVENT = eventIds(listener).backup;
/** Offset in an ack event of the correlation id of the call whose backup was made. */
const SOURCE_OFFSET: number = FRAME_HEADER_SIZE + REQUEST_FIXED_FIELDS_OFFSET;
const ACK_LENGTH: number = SOURCE_OFFSET + 2 * CORRELATION_ID_OFFSET;

export interface BackupListenersHandler {
  /** A member has made the backup of the call with this correlation id. */
  onBackupAck(low: number, high: number): void;
  /** A member refused the listener, and acknowledges no backups. */
  onBackupListenerRefused(connection: Connection, error: Error): void;
}

/**
 * The listeners by which members tell this client that they have made a backup.
 *
 * If a member cannot deliver an ack, its call waits for the whole backup timeout. So acks are asked for only while every
 * member that may keep backups is connected and has confirmed its listener. Otherwise the owner of the partition waits for
 * the backups itself, as it does for clients that never ask.
 */
export class BackupListeners {
  /** True while calls may ask for acks: every member that may keep backups has confirmed its listener. */
  areComplete = false;
  readonly #enabled: boolean;
  readonly #calls: InternalCalls;
  readonly #handler: BackupListenersHandler;
  readonly #confirmed = new Set<string>();

  constructor(enabled: boolean, calls: InternalCalls, handler: BackupListenersHandler) {
    this.#enabled = enabled;
    this.#calls = calls;
    this.#handler = handler;
  }

  /** Registers the listener on a new connection. @param onConfirmed runs when the member has it. */
  listen(connection: Connection, onConfirmed: () => void): void {
    if (!this.#enabled) return;
    const registered = this.#calls.call(
      connection,
      listener,
      {},
      () => {
        this.#confirmed.add(connection.memberUuid);
        onConfirmed();
      },
      OnSilence.ASK_AGAIN,
      (type, bytes, start, end) => {
        if (type !== ACK_EVENT || end - start < ACK_LENGTH) return;
        const source = start + SOURCE_OFFSET;
        this.#handler.onBackupAck(bytes.readInt32LE(source), bytes.readInt32LE(source + 4));
      },
    );
    registered.catch((error: Error) => {
      if (!connection.isClosed) this.#handler.onBackupListenerRefused(connection, error);
    });
  }

  forget(connection: Connection): void {
    this.#confirmed.delete(connection.memberUuid);
  }

  /** Updates `areComplete`. To be called when members come or go, or one has confirmed. Lite members keep no backups. */
  review(members: readonly MemberDescription[]): void {
    this.areComplete =
      this.#enabled &&
      members.length > 0 &&
      members.every(({ uuid, liteMember }) => liteMember || this.#confirmed.has(uuid));
  }
}
