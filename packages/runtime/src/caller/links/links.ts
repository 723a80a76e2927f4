import { serialize } from 'node:v8';
import type { CallerProtocol } from '../../protocol/caller-protocol.js';
import { commonProtocol } from '../../protocol/common-protocol.js';
import type { FloorStats } from '../../shard/stats.js';
import { nextTick } from '../../shared/clock.js';
import { errorOf, type Failure } from '../../shared/failure.js';
import type {
  LinkAnswer,
  LinkNews,
  LinkQuestion,
  OwnEnd,
  SocketDiagnosis,
} from '../../shared/link-messages.js';
import type { ThreadEntry } from '../../shared/threads.js';
import type { Agent, AgentPort } from '../../thread/agent.js';
import { callerDefaults } from '../caller-defaults.js';
import { Caller } from '../caller.js';
import { Questions } from '../questions.js';
import { Link, type LinkEvents, type LinkGround, type LinkOperation, type LinkWriter } from './link.js';

/** What a protocol needs for its links. */
export interface LinksOptions<Settings> {
  /** Name of the thread. */
  readonly name: string;
  /** The thread's module, which calls `runAgent` for a `LinkAgent`. */
  readonly entry: ThreadEntry;
  /** Makes the agent for links on the caller's own loop. Their settings are not copied, since some cannot be: functions, secure contexts. */
  readonly create: (port: AgentPort, settingsOf: (link: number) => Settings) => Agent;
  /** Milliseconds for which the caller's loop may stand still until its links are ended. Default: 300,000. */
  readonly callerStallTimeoutMillis?: number;
}

/** A link that is to be opened. */
export interface LinkOpening<Settings, News, Own extends OwnEnd, Writer extends LinkWriter> {
  /** For a link in the thread they have to be cloneable by `node:v8`. */
  readonly settings: Settings;
  /** True: in the thread. False: on the caller's own loop. */
  readonly threaded: boolean;
  readonly writer: Writer;
  readonly events: LinkEvents<News, Own>;
}

/** Where links live: the number of a shard. */
const LOOP = 0;
const THREAD = 1;

/**
 * Microseconds that the thread polls before it sleeps. The floor polls while results come soon after calls, which here says nothing: the socket
 * takes bytes at once, and what one waits for is the other side's word. With one message in flight, polling took more CPU, and no message came
 * sooner.
 */
const LINGER_MICROS = 0;
/** Milliseconds until a thread that does not end is ended by force. */
const GRACE_MILLIS = 5_000;

const protocol: CallerProtocol<LinkOperation> = {
  ...commonProtocol,
  readError: (failure) => errorOf(failure as Failure),
};

/** What links have in common for those that carry their events. */
type AnyLink<News, Own extends OwnEnd> = Pick<Link<unknown, News, Own>, 'onFrames' | 'onNews' | 'onLost'>;

interface Resident<Settings, News, Own extends OwnEnd> {
  readonly shard: number;
  readonly settings: Settings;
  readonly link: AnyLink<News, Own>;
}

/**
 * All links of a protocol in this process: one thread, and one agent on the caller's loop, serve them all. Each starts with the first link that
 * needs it, and ends with the last of all links, so that the process can end.
 *
 * @typeParam Own ends that only the protocol knows
 */
export class Links<Settings, Opened, News, Own extends OwnEnd = never> {
  readonly #options: LinksOptions<Settings>;
  readonly #residents = new Map<number, Resident<Settings, News, Own>>();
  #caller: Caller<undefined, LinkOperation, LinkQuestion, LinkNews<News, Own> | LinkAnswer> | undefined;
  readonly #questions = new Questions<SocketDiagnosis>((link) =>
    this.#caller!.sendControl({ link }, this.#residents.get(link)!.shard),
  );
  /** Never given twice: what one agent has left behind is not taken for the next one's. */
  #lastNumber = 0;

  constructor(options: LinksOptions<Settings>) {
    this.#options = options;
  }

  /** Opens a link. Rejects with the error of the agent's `open` or of the connection; also if no thread can be started. */
  open<Writer extends LinkWriter>(
    opening: LinkOpening<Settings, News, Own, Writer>,
  ): Promise<Link<Opened, News, Own, Writer>> {
    return new Promise((resolve, reject) => {
      const { settings, threaded, writer, events } = opening;
      const parts = threaded ? [serialize(settings)] : [];
      const number = (this.#lastNumber = (this.#lastNumber + 1) | 0);
      const shard = threaded ? THREAD : LOOP;
      const ground = this.#ground(number, shard);
      const link = new Link<Opened, News, Own, Writer>(number, ground, writer, events);
      this.#residents.set(number, { shard, settings, link });
      link.open(parts, () => resolve(link), reject);
    });
  }

  /** Figures of the caller's own loop and of the thread, as far as there are links. */
  stats(): FloorStats[] {
    return this.#caller?.stats() ?? [];
  }

  /** Throws if no thread can be started. */
  #ground(number: number, shard: number): LinkGround {
    const caller = (this.#caller ??= this.#start());
    try {
      if (!caller.isStarted(shard)) caller.startShard(shard);
    } catch (error) {
      this.#stopIfEmpty(caller);
      throw error;
    }
    return {
      isThreaded: shard === THREAD,
      send: (call) => caller.send(shard, call),
      ask: () => this.#questions.ask(number),
      takeArrived: (isWaiting) => caller.takeArrived(shard, isWaiting),
      diagnose: () => caller.diagnose()[shard],
      leave: () => {
        this.#residents.delete(number);
        this.#questions.answer(number, null);
        // Not from within the floor, which may be about to start another thread.
        nextTick(() => this.#stopIfEmpty(caller));
      },
    };
  }

  #start(): Caller<undefined, LinkOperation, LinkQuestion, LinkNews<News, Own> | LinkAnswer> {
    const { name, entry, create, callerStallTimeoutMillis } = this.#options;
    const defaults = callerDefaults(true, LINGER_MICROS);
    const caller = new Caller<undefined, LinkOperation, LinkQuestion, LinkNews<News, Own> | LinkAnswer>(
      {
        ...defaults,
        name,
        shards: 2,
        isInline: (shard) => shard === LOOP,
        startsLater: () => true,
        entry,
        create: (_settings, port) => create(port, (link) => this.#residents.get(link)!.settings),
        settings: () => undefined,
        // What waits is the writer's to bound: `waiting` says how much it is.
        maxPendingCalls: Infinity,
        maxPendingBytes: Infinity,
        thread: {
          ...defaults.thread,
          ...(callerStallTimeoutMillis === undefined ? {} : { callerStallTimeoutMillis }),
        },
      },
      protocol,
      {
        onEvent: (number, bytes, start, end) => {
          try {
            this.#residents.get(number)?.link.onFrames(bytes, start, end);
          } catch (error) {
            throwOutside(error);
          }
        },
        onControl: (news) => {
          if (news.type === 'diagnosis') return this.#questions.answer(news.link, news.socket);
          try {
            this.#residents.get(news.link)?.link.onNews(news);
          } catch (error) {
            throwOutside(error);
          }
        },
        onRestart: (error, shard) => this.#lose(error, shard),
        onEnd: (error) => {
          if (this.#caller !== caller) return;
          this.#caller = undefined;
          const reason = error ?? new Error('it was stopped');
          this.#lose(reason, LOOP);
          this.#lose(reason, THREAD);
        },
      },
    );
    caller.start();
    return caller;
  }

  #stopIfEmpty(
    caller: Caller<undefined, LinkOperation, LinkQuestion, LinkNews<News, Own> | LinkAnswer>,
  ): void {
    if (this.#residents.size > 0 || this.#caller !== caller) return;
    this.#caller = undefined;
    void caller.stop(GRACE_MILLIS);
  }

  #lose(error: Error, shard: number): void {
    for (const resident of this.#residents.values()) {
      if (resident.shard !== shard) continue;
      try {
        resident.link.onLost(error);
      } catch (failure) {
        throwOutside(failure);
      }
    }
  }
}

/** Throws what user code has thrown to the process, outside of the floor: there it would stop what comes behind it. */
function throwOutside(error: unknown): void {
  nextTick(() => {
    throw error;
  });
}
