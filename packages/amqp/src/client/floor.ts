import {
  Caller,
  callerDefaults,
  commonProtocol,
  Questions,
  type CallerProtocol,
  type CallOperation,
  type FloorDiagnosis,
  type FloorStats,
  type SentCall,
} from '@offloop/runtime';
import { nextTick } from '@offloop/runtime/clock';
import { errorOf } from '../link/failure.js';
import type { SocketDiagnosis } from '../link/diagnosis.js';
import type { LinkAnswer, LinkNews, LinkQuestion } from '../link/messages.js';
import type { Failure, LinkSettings } from '../link/settings.js';
import { AmqpAgent } from '../thread/agent.js';
import { agentEntry } from './agent-entry.js';

/** Gets what comes for one connection. */
export interface LinkReceiver {
  /** Frames as `link/messages.ts` describes them, `bytes[start, end)`. They are valid until this returns. */
  onFrames(bytes: Buffer, start: number, end: number): void;
  onNews(news: LinkNews): void;
  /** The thread is no more, and the connection with it. */
  onLost(error: Error): void;
}

/** Where connections live. */
export const Place = {
  /** On the caller's own loop. */
  LOOP: 0,
  THREAD: 1,
} as const;
export type Place = (typeof Place)[keyof typeof Place];

interface Resident {
  readonly place: Place;
  readonly receiver: LinkReceiver;
  readonly settings: LinkSettings;
}

/** Milliseconds for which a caller's loop may stand still until its connections are ended: as long as RabbitMQ waits for an acknowledgement. */
const STALL_MILLIS = 1_800_000;
/**
 * Microseconds that the thread polls before it sleeps. The floor polls while results come soon after calls, which here says nothing: the socket
 * takes bytes at once, and what one waits for is the server's word. With one message in flight, polling took more CPU, and no message came sooner.
 */
const LINGER_MICROS = 0;
/** Milliseconds until a thread that does not end is ended by force. */
const GRACE_MILLIS = 5_000;

const protocol: CallerProtocol<CallOperation> = {
  ...commonProtocol,
  readError: (failure) => errorOf(failure as Failure),
};

/** The floor under all connections of the process. It is made with the first and stopped with the last, so that the process can end. */
export class Floor {
  static #current: Floor | undefined;
  static #lastLink = 0;
  readonly #residents = new Map<number, Resident>();
  readonly #caller: Caller<undefined, CallOperation, LinkQuestion, LinkNews | LinkAnswer>;
  readonly #questions = new Questions<SocketDiagnosis>((link) =>
    this.#caller.sendControl({ link }, this.#residents.get(link)!.place),
  );

  private constructor() {
    this.#caller = new Caller(
      {
        ...callerDefaults(true, LINGER_MICROS),
        name: 'amqp',
        shards: 2,
        isInline: (shard) => shard === Place.LOOP,
        startsLater: () => true,
        entry: agentEntry(),
        // Settings are not copied here, since some cannot be: functions, secure contexts.
        create: (_settings, port) => new AmqpAgent(port, (link) => this.#residents.get(link)!.settings),
        settings: () => undefined,
        // As in `amqplib`, `publish` says when to stop, and nothing is refused.
        maxPendingCalls: Infinity,
        maxPendingBytes: Infinity,
        thread: { ...callerDefaults(true, LINGER_MICROS).thread, callerStallTimeoutMillis: STALL_MILLIS },
      },
      protocol,
      {
        onEvent: (link, bytes, start, end) => {
          try {
            this.#residents.get(link)?.receiver.onFrames(bytes, start, end);
          } catch (error) {
            throwOutside(error);
          }
        },
        onControl: (news) => {
          if (news.type === 'diagnosis') return this.#questions.answer(news.link, news.socket);
          try {
            this.#residents.get(news.link)?.receiver.onNews(news);
          } catch (error) {
            throwOutside(error);
          }
        },
        onRestart: (error, place) => this.#lose(error, place),
        onEnd: (error) => this.#onEnd(error),
      },
    );
    this.#caller.start();
  }

  /** Takes a connection in, on the floor that there is or a new one. Throws if no thread can be started. */
  static enter(resident: Resident): { readonly floor: Floor; readonly link: number } {
    const floor = (this.#current ??= new Floor());
    try {
      if (!floor.#caller.isStarted(resident.place)) floor.#caller.startShard(resident.place);
    } catch (error) {
      floor.#stopIfEmpty();
      throw error;
    }
    // Unique in the process: what one floor's agent has left behind is never taken for the next one's.
    const link = (this.#lastLink = (this.#lastLink + 1) | 0);
    floor.#residents.set(link, resident);
    return { floor, link };
  }

  /** Figures of the floor: of the caller's own loop and of the thread, as far as there are connections. */
  static stats(): FloorStats[] {
    return this.#current === undefined ? [] : this.#current.#caller.stats();
  }

  /** Makes a call for a connection; as `Caller.send`. */
  send(place: Place, call: SentCall<CallOperation>): void {
    this.#caller.send(place, call);
  }

  /** Takes what has come and waits in memory, while `isWaiting` returns true. */
  takeArrived(place: Place, isWaiting: () => boolean): void {
    this.#caller.takeArrived(place, isWaiting);
  }

  /** Asks how the socket of a connection is. Resolves to null if there is no answer within a second, or the connection is no more. */
  ask(link: number): Promise<SocketDiagnosis | null> {
    return this.#questions.ask(link);
  }

  diagnose(place: Place): FloorDiagnosis {
    return this.#caller.diagnose()[place];
  }

  /** Lets a connection go, which is no more. */
  leave(link: number): void {
    this.#residents.delete(link);
    this.#questions.answer(link, null);
    // Not from within the floor, which may be about to start another thread.
    nextTick(() => this.#stopIfEmpty());
  }

  #stopIfEmpty(): void {
    if (this.#residents.size > 0) return;
    if (Floor.#current === this) Floor.#current = undefined;
    void this.#caller.stop(GRACE_MILLIS);
  }

  #lose(error: Error, place: number): void {
    for (const resident of this.#residents.values()) {
      if (resident.place !== place) continue;
      try {
        resident.receiver.onLost(error);
      } catch (failure) {
        throwOutside(failure);
      }
    }
  }

  #onEnd(error: Error | undefined): void {
    if (Floor.#current === this) Floor.#current = undefined;
    const reason = error ?? new Error('it was stopped');
    this.#lose(reason, Place.LOOP);
    this.#lose(reason, Place.THREAD);
  }
}

/** Throws what user code has thrown to the process, outside of the floor: there it would stop what comes behind it. */
function throwOutside(error: unknown): void {
  nextTick(() => {
    throw error;
  });
}
