import { LONGEST_DELAY_MILLIS, monotonicNow } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire/protocol';
import type { CpSession, ToWorker } from '@offloop/workers';
import Long from 'long';
import { askAgain } from '../calls/ask-again.js';
import type { Invoker } from '../calls/invoker.js';
import { decodedOperation, operation } from '../calls/operation.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import { ClientNotActiveError } from '../errors/hierarchy.js';
import type { ILogger } from '../logging/logger.js';
import { groupKey, type CpGroup } from './cp-group.js';
import { longFrom } from '../values/long-from.js';

const m = {
  create: decodedOperation(messages.cpSession.createSession, (response) => response),
  close: operation(messages.cpSession.closeSession),
  generateThreadId: operation(messages.cpSession.generateThreadId),
};

/** Milliseconds that closing the sessions may take at the client's end. */
const CLOSE_TIMEOUT_MILLIS = 2000;
/** The least that a group may ask for as an interval, in milliseconds. */
const LEAST_INTERVAL_MILLIS = 100;

/** A session with one group: what this client has acquired there is bound to it. */
interface Session {
  readonly group: CpGroup;
  readonly id: Long;
  /** `monotonicNow()` until which it lives without a heartbeat. */
  readonly expiry: number;
  readonly intervalMillis: number;
  /** How much is acquired, or being acquired, with it. Heartbeats are sent while that is more than 0. */
  acquired: number;
}

/**
 * The sessions of a client, one a group at a time, made when they are needed. The worker sends their heartbeats, so that what
 * they hold is kept while the caller's loop is blocked.
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

  /** @param clientName what members show of who made a session. */
  constructor(invoker: Invoker, tell: (message: ToWorker) => void, clientName: string, logger: ILogger) {
    this.#invoker = invoker;
    this.#tell = tell;
    this.#clientName = clientName;
    this.#logger = logger;
  }

  /** The id of the present session with a group, if there is one. */
  idOf(group: CpGroup): Long | undefined {
    return this.#sessions.get(groupKey(group))?.id;
  }

  /** Resolves to the id of a session that is kept alive until as much is released again. */
  async acquire(group: CpGroup, count: number = 1): Promise<Long> {
    const session = await this.#sessionWith(group);
    const wasIdle = session.acquired <= 0;
    session.acquired += count;
    if (wasIdle) this.#keep(session);
    return session.id;
  }

  release(group: CpGroup, sessionId: Long, count: number = 1): void {
    const session = this.#session(group, sessionId);
    if (session === undefined || count === 0) return;
    const wasInUse = session.acquired > 0;
    session.acquired -= count;
    if (wasInUse && session.acquired <= 0) this.#drop(session);
  }

  /** The group says that it has closed the session. */
  invalidate(group: CpGroup, sessionId: Long): void {
    const session = this.#session(group, sessionId);
    if (session === undefined) return;
    this.#sessions.delete(groupKey(group));
    this.#drop(session);
  }

  /**
   * An id for one attempt to acquire something. What Java calls a thread is a chain of async calls here, which nobody can tell
   * from another: so each attempt is a thread of its own.
   */
  nextThreadId(): number {
    return ++this.#lastThreadId;
  }

  /** The same for those without a session, whose ids must be unique in the whole cluster. */
  newThreadId(group: CpGroup): Promise<Long> {
    return askAgain((options) =>
      this.#invoker.invoke(m.generateThreadId, NO_NAME, { groupId: group }, options),
    );
  }

  /** The worker has heard that the session is gone. */
  onClosed({ group, seed, id, sessionId }: CpSession): void {
    this.invalidate({ name: group, seed: BigInt(seed), id: BigInt(id) }, Long.fromString(sessionId));
  }

  /** A new worker knows of no session. */
  onRestart(): void {
    for (const session of this.#sessions.values()) if (session.acquired > 0) this.#keep(session);
  }

  /** Gives up all sessions, with what they hold; never rejects. No new ones are made. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    const closed = sessions.map(({ group, id }) =>
      this.#invoker.invoke(
        m.close,
        NO_NAME,
        { groupId: group, sessionId: id },
        { timeout: CLOSE_TIMEOUT_MILLIS },
      ),
    );
    for (const outcome of await Promise.allSettled(closed)) {
      if (outcome.status === 'fulfilled') continue;
      this.#logger.debug('CPSubsystem', 'a session could not be closed', outcome.reason as Error);
    }
  }

  #session(group: CpGroup, sessionId: Long): Session | undefined {
    const session = this.#sessions.get(groupKey(group));
    return session?.id.equals(sessionId) === true ? session : undefined;
  }

  #sessionWith(group: CpGroup): Promise<Session> {
    if (this.#isClosed) return Promise.reject(new ClientNotActiveError('the client is shut down'));
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
    // Before the request: the group counts from when it is carried out.
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
    this.#sessions.set(groupKey(group), session);
    return session;
  }

  #keep(session: Session): void {
    this.#tell({
      type: 'keep-session',
      session: wireSession(session),
      intervalMillis: session.intervalMillis,
    });
  }

  #drop(session: Session): void {
    this.#tell({ type: 'drop-session', session: wireSession(session) });
  }
}

function wireSession({ group: { name, seed, id }, id: sessionId }: Session): CpSession {
  return { group: name, seed: seed.toString(), id: id.toString(), sessionId: sessionId.toString() };
}
