import { LONGEST_DELAY_MILLIS, monotonicNow } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import type { CpSession, ToWorker } from '@offloop/contract';
import Long from 'long';
import { askAgain } from '../calls/ask-again.js';
import type { Invoker } from '../calls/invoker.js';
import { decodedOperation, operation } from '../calls/operation.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import type { ILogger } from '../logging/logger.js';
import { groupKey, type CpGroup } from './names.js';
import { IllegalStateError, longFrom } from '@offloop/values';

const m = {
  create: decodedOperation(messages.cpSession.createSession, (response) => response),
  close: operation(messages.cpSession.closeSession),
  generateThreadId: operation(messages.cpSession.generateThreadId),
};

/** Milliseconds that closing the sessions may take when the client shuts down. */
const CLOSE_TIMEOUT_MILLIS = 2000;
/** The shortest interval between heartbeats, in milliseconds; a group that asks for less gets this. */
const LEAST_INTERVAL_MILLIS = 100;

/** A session with one group. What this client acquires there belongs to it. */
interface Session {
  readonly group: CpGroup;
  readonly id: Long;
  /** Time at which the session ends without a heartbeat, by `monotonicNow()`. */
  readonly expiry: number;
  readonly intervalMillis: number;
  /** Number of locks and permits that are held, or being acquired, with the session. Heartbeats are sent while there are any. */
  acquired: number;
}

/**
 * The CP sessions of a client: at most one for each group, created when it is needed. The worker sends their heartbeats, so
 * that locks and permits are kept while the caller's event loop is blocked.
 */
export class Sessions {
  readonly #invoker: Invoker;
  readonly #tell: (message: ToWorker) => void;
  readonly #clientName: string;
  readonly #logger: ILogger;
  readonly #sessions = new Map<string, Session>();
  readonly #coming = new Map<string, Promise<Session>>();
  #lastThreadId = 0;
  #isClosed = false;

  /** @param clientName shown by members as the owner of a session. */
  constructor(invoker: Invoker, tell: (message: ToWorker) => void, clientName: string, logger: ILogger) {
    this.#invoker = invoker;
    this.#tell = tell;
    this.#clientName = clientName;
    this.#logger = logger;
  }

  idOf(group: CpGroup): Long | undefined {
    return this.#sessions.get(groupKey(group))?.id;
  }

  /** Resolves to the id of a session that is kept alive until `release` was called with the same count. */
  async acquire(group: CpGroup, count: number = 1): Promise<Long> {
    const session = await this.#sessionWith(group);
    const wasIdle = session.acquired <= 0;
    session.acquired += count;
    if (wasIdle) this.#keep(session, false);
    return session.id;
  }

  release(group: CpGroup, sessionId: Long, count: number = 1): void {
    const session = this.#session(group, sessionId);
    if (session === undefined || count === 0) return;
    const wasInUse = session.acquired > 0;
    session.acquired -= count;
    if (wasInUse && session.acquired <= 0) this.#drop(session);
  }

  invalidate(group: CpGroup, sessionId: Long): void {
    const session = this.#session(group, sessionId);
    if (session === undefined) return;
    this.#sessions.delete(groupKey(group));
    this.#drop(session);
  }

  /**
   * Returns the thread id of one attempt to acquire something. Members expect the id of a Java thread. A chain of async calls has
   * no id, so each attempt counts as a thread.
   */
  nextThreadId(): number {
    return ++this.#lastThreadId;
  }

  /** Resolves to a thread id for a call without a session: such ids must be unique in the whole cluster. */
  newThreadId(group: CpGroup): Promise<Long> {
    return askAgain((options) =>
      this.#invoker.invoke(m.generateThreadId, NO_NAME, { groupId: group }, options),
    );
  }

  /** Removes a session that the worker reports as closed. */
  onClosed({ group, seed, id, sessionId }: CpSession): void {
    this.invalidate({ name: group, seed: BigInt(seed), id: BigInt(id) }, Long.fromString(sessionId));
  }

  /** Tells a new worker which sessions to keep alive. */
  onRestart(): void {
    for (const session of this.#sessions.values()) if (session.acquired > 0) this.#keep(session, true);
  }

  /** Closes all sessions, which frees what they hold, and lets no new ones be created. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => this.#close(session)));
  }

  async #close({ group, id }: Session): Promise<void> {
    try {
      const fields = { groupId: group, sessionId: id };
      await this.#invoker.invoke(m.close, NO_NAME, fields, { timeout: CLOSE_TIMEOUT_MILLIS });
    } catch (error) {
      this.#logger.debug('CPSubsystem', 'a session could not be closed', error);
    }
  }

  #session(group: CpGroup, sessionId: Long): Session | undefined {
    const session = this.#sessions.get(groupKey(group));
    return session?.id.equals(sessionId) === true ? session : undefined;
  }

  #sessionWith(group: CpGroup): Promise<Session> {
    if (this.#isClosed) return Promise.reject(closed());
    const key = groupKey(group);
    const session = this.#sessions.get(key);
    if (session !== undefined && (session.acquired > 0 || monotonicNow() < session.expiry)) {
      return Promise.resolve(session);
    }
    let coming = this.#coming.get(key);
    if (coming === undefined) {
      coming = this.#create(group).finally(() => this.#coming.delete(key));
      this.#coming.set(key, coming);
    }
    return coming;
  }

  async #create(group: CpGroup): Promise<Session> {
    // Read before the request, so that the session never ends earlier at the group than here.
    const now = monotonicNow();
    const fields = { groupId: group, endpointName: this.#clientName };
    const { sessionId, ttlMillis, heartbeatMillis } = await askAgain((options) =>
      this.#invoker.invoke(m.create, NO_NAME, fields, options),
    );
    const session = {
      group,
      id: longFrom(sessionId),
      expiry: now + Number(ttlMillis),
      intervalMillis: Math.min(
        Math.max(Number(heartbeatMillis), LEAST_INTERVAL_MILLIS),
        LONGEST_DELAY_MILLIS,
      ),
      acquired: 0,
    };
    if (this.#isClosed) {
      // It came too late: what was acquired with it would be held until the session's time is over.
      void this.#close(session);
      throw closed();
    }
    this.#sessions.set(groupKey(group), session);
    return session;
  }

  #keep(session: Session, isTakenOver: boolean): void {
    this.#tell({
      type: 'keep-session',
      session: wireSession(session),
      intervalMillis: session.intervalMillis,
      isTakenOver,
    });
  }

  #drop(session: Session): void {
    this.#tell({ type: 'drop-session', session: wireSession(session) });
  }
}

function wireSession({ group: { name, seed, id }, id: sessionId }: Session): CpSession {
  return { group: name, seed: seed.toString(), id: id.toString(), sessionId: sessionId.toString() };
}

/** Makes the error for what needs a session when the client is shut down, in the official words. */
function closed(): Error {
  return new IllegalStateError('Session manager is already shut down');
}
