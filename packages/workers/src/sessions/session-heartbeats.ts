import { clearInterval, setInterval } from '@offloop/runtime/clock';
import { ErrorCode, messages } from '@offloop/wire';
import type { Connection } from '../connection/connection.js';
import { MemberFailure, type InternalCalls } from '../connection/internal-calls.js';
import type { CpSession, FromWorker, ToWorker } from '@offloop/contract';

type KeepSession = Extract<ToWorker, { readonly type: 'keep-session' }>;

/** Errors that say that a session is gone for good, and with it all that it held. */
const CLOSED: ReadonlySet<number> = new Set<number>([
  ErrorCode.SESSION_EXPIRED,
  ErrorCode.CP_GROUP_DESTROYED,
]);

/**
 * Keeps CP sessions alive by heartbeats: members close a session that is silent for too long, and free what it holds. The worker
 * sends them, so that a caller whose loop is blocked keeps its locks.
 */
export class SessionHeartbeats {
  readonly #connection: () => Connection | undefined;
  readonly #calls: InternalCalls;
  readonly #tell: (message: FromWorker) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Sessions whose last heartbeat found no connection. */
  readonly #due = new Map<string, CpSession>();

  /** @param connection returns the connection for the next heartbeat, or undefined. */
  constructor(
    connection: () => Connection | undefined,
    calls: InternalCalls,
    tell: (message: FromWorker) => void,
  ) {
    this.#connection = connection;
    this.#calls = calls;
    this.#tell = tell;
  }

  /** Keeps a session alive from now on. The first heartbeat comes after an interval; at once if a dead worker may have owed it. */
  keep({ session, intervalMillis, isTakenOver }: KeepSession): void {
    this.drop(session);
    const timer = setInterval(() => void this.#beat(session), intervalMillis);
    timer.unref();
    this.#timers.set(keyOf(session), timer);
    if (isTakenOver) void this.#beat(session);
  }

  /** To be called when there is a connection: heartbeats that were due without one are sent now, not an interval later. */
  onRoutable(): void {
    const due = [...this.#due.values()];
    this.#due.clear();
    for (const session of due) void this.#beat(session);
  }

  drop(session: CpSession): void {
    const key = keyOf(session);
    clearInterval(this.#timers.get(key));
    this.#timers.delete(key);
    this.#due.delete(key);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearInterval(timer);
    this.#timers.clear();
    this.#due.clear();
  }

  async #beat(session: CpSession): Promise<void> {
    const connection = this.#connection();
    if (connection === undefined) return void this.#due.set(keyOf(session), session);
    const { group, seed, id, sessionId } = session;
    const groupId = { name: group, seed: BigInt(seed), id: BigInt(id) };
    const values = { groupId, sessionId: BigInt(sessionId) };
    try {
      await this.#calls.call(connection, messages.cpSession.heartbeatSession, values, () => undefined);
    } catch (error) {
      // Any other failure may pass: the next heartbeat will show.
      const isClosed = error instanceof MemberFailure && CLOSED.has(error.holders[0]?.errorCode ?? 0);
      if (!isClosed || !this.#timers.has(keyOf(session))) return;
      this.drop(session);
      this.#tell({ type: 'session-closed', session });
    }
  }
}

function keyOf({ group, seed, id, sessionId }: CpSession): string {
  return [group, seed, id, sessionId].join('\n');
}
