import { serialize } from 'node:v8';
import type { CallerProtocol } from '../../protocol/caller-protocol.js';
import { commonProtocol } from '../../protocol/common-protocol.js';
import type { FloorStats } from '../../shard/stats.js';
import { clearTimeout, nextTick, setImmediate, setTimeout } from '../../shared/clock.js';
import { throwLater } from '../../shared/throw-later.js';
import { errorOf, type Failure } from '../../shared/failure.js';
import type {
  LinkAnswer,
  LinkNews,
  LinkQuestion,
  MovedLink,
  OwnEnd,
  SocketDiagnosis,
  ThreadSide,
} from '../../shared/link-messages.js';
import type { ThreadEntry } from '../../shared/threads.js';
import type { Agent, AgentPort } from '../../thread/agent.js';
import type { LinkSide, LoopSide, TakenLink } from '../../thread/link-agent.js';
import { callerDefaults } from '../caller-defaults.js';
import { Caller } from '../caller.js';
import { Questions } from '../questions.js';
import { Place } from '../place/place-chooser.js';
import { MoveChooser } from './move-chooser.js';
import { Moves } from './moves.js';
import { SocketGuard } from './socket-guard.js';
import { Beginning, beginningOfLinks } from './where-links-live.js';
import { Link, type LinkEvents, type LinkGround, type LinkOperation, type LinkWriter } from './link.js';

/** What a protocol needs for its links. */
export interface LinksOptions<Settings> {
  readonly name: string;
  /** The thread's module, which calls `runAgent` for a `LinkAgent`. */
  readonly entry: ThreadEntry;
  /**
   * Makes the agent for links on the caller's own loop, of the same class. The settings of its links are not copied, since some cannot be: functions,
   * secure contexts.
   */
  readonly create: (port: AgentPort, side: LinkSide<Settings>) => LoopAgent;
  /** Milliseconds for which the caller's loop may stand still until its links are ended. Default: 300,000. */
  readonly callerStallTimeoutMillis?: number;
}

export interface LinkOpening<Settings, News, Own extends OwnEnd, Writer extends LinkWriter> {
  /** For a link that begins in the thread they have to be cloneable by `node:v8`. */
  readonly settings: Settings;
  /**
   * True: it lives in the thread. False: on the caller's own loop. `'auto'`: on the loop, where a guard keeps it alive, until the thread
   * pays; then it moves into the thread, once. If sockets cannot move (Windows, a worker thread of the application), or the thread has
   * paid already, it begins there.
   */
  readonly threaded: boolean | 'auto';
  readonly writer: Writer;
  readonly events: LinkEvents<News, Own>;
}

type LinksCaller<News, Own extends OwnEnd> = Caller<
  ThreadSide,
  LinkOperation,
  LinkQuestion,
  LinkNews<News, Own> | LinkAnswer
>;

/** What the caller's side asks the agent on its loop. */
export interface LoopAgent extends Agent {
  takeOut(link: number, writes: number): TakenLink | undefined;
}

/** Where links live: the number of a shard. */
const { LOOP, THREAD } = Place;

/**
 * Microseconds that the thread polls before it sleeps. The floor polls while results come soon after calls. That says nothing here: a socket takes
 * bytes at once, and the answer comes later, from the other side. With one message in flight, polling took more CPU, and no message
 * came sooner.
 */
const LINGER_MICROS = 0;
/** Milliseconds until a thread that does not end is ended by force. */
const GRACE_MILLIS = 5_000;
/** Milliseconds for which the thread is kept after the last link, for the next one. It does not keep the process alive. */
const KEPT_FOR_MILLIS = 10_000;
/** Milliseconds without a turn of the loop after which links are given up. */
const STALL_MILLIS = 300_000;

const protocol: CallerProtocol<LinkOperation> = {
  ...commonProtocol,
  readError: (failure) => errorOf(failure as Failure),
};

/** The parts of a link that `Links` uses. */
type AnyLink<News, Own extends OwnEnd> = Pick<
  Link<unknown, News, Own>,
  'onFrames' | 'onNews' | 'onLost' | 'isOpen' | 'isUnlimited' | 'inFlight' | 'writes' | 'move'
>;

interface Resident<Settings, News, Own extends OwnEnd> {
  shard: Place;
  /** Number of threads that were started when it began, or moved. */
  life: number;
  readonly settings: Settings;
  readonly link: AnyLink<News, Own>;
  /** True for a link on the loop that may move. */
  readonly moves: boolean;
}

/**
 * All links of a protocol in this process: one thread, and one agent on the caller's loop, serve them all. Each starts with the first link that
 * needs it. The agents end when there are no links, so that the process can end; the thread is kept for a while.
 *
 * ```
 *   open ──false, 'auto'──▶ on the loop ──the thread pays──▶ in the thread
 *     └──────true, or the thread pays already────────────────────▲
 * ```
 *
 * @typeParam Own ends that only the protocol knows
 */
export class Links<Settings, Opened, News, Own extends OwnEnd = never> {
  readonly #options: LinksOptions<Settings>;
  readonly #residents = new Map<number, Resident<Settings, News, Own>>();
  readonly #guard: SocketGuard;
  readonly #moves = new Moves();
  #caller: LinksCaller<News, Own> | undefined;
  readonly #questions = new Questions<SocketDiagnosis>((link) =>
    this.#caller!.sendControl({ link }, this.#residents.get(link)!.shard),
  );
  /** Never given twice: what one agent has left behind is not taken for the next one's. */
  #lastNumber = 0;
  #loopAgent: LoopAgent | undefined;
  #chooser = this.#newChooser();
  #isMoving = false;
  /** Number of links on the loop that may move. */
  #movable = 0;
  #leaving: NodeJS.Timeout | undefined;
  /** Number of threads that were started. */
  #life = 0;

  constructor(options: LinksOptions<Settings>) {
    this.#options = options;
    this.#guard = new SocketGuard(
      options.entry,
      `${options.name}-guard`,
      options.callerStallTimeoutMillis ?? STALL_MILLIS,
    );
  }

  /** Opens a link. Rejects with the error of the agent's `open` or of the connection; also if no thread can be started. */
  open<Writer extends LinkWriter>(
    opening: LinkOpening<Settings, News, Own, Writer>,
  ): Promise<Link<Opened, News, Own, Writer>> {
    return new Promise((resolve, reject) => {
      const { settings, threaded, writer, events } = opening;
      const number = (this.#lastNumber = (this.#lastNumber + 1) | 0);
      const { shard, moves } = this.#beginning(threaded);
      const parts = shard === THREAD ? [serialize(settings)] : [];
      const ground = this.#ground(number, shard);
      const link = new Link<Opened, News, Own, Writer>(number, ground, writer, events);
      this.#residents.set(number, { shard, life: this.#life, settings, link, moves });
      if (moves) this.#movable++;
      link.open(parts, () => resolve(link), reject);
    });
  }

  /** Figures of the caller's own loop and of the thread, as far as there are links. */
  stats(): FloorStats[] {
    return this.#caller?.stats() ?? [];
  }

  /** Moves a link of `threaded: 'auto'` into the thread. @returns false if it cannot move, or cannot now; true also if it lives there */
  move(link: Pick<Link<Opened, News, Own>, 'number'>): boolean {
    return this.#move(link.number);
  }

  #beginning(threaded: boolean | 'auto'): { shard: Place; moves: boolean } {
    if (threaded !== 'auto') return { shard: threaded ? THREAD : LOOP, moves: false };
    const beginning = beginningOfLinks();
    const paysAlready = this.#chooser.hasChosen || this.#moves.isSpent;
    if (beginning === Beginning.THREAD || (beginning === Beginning.LOOP && paysAlready))
      return { shard: THREAD, moves: false };
    return { shard: LOOP, moves: beginning === Beginning.LOOP };
  }

  /** Throws if no thread can be started. */
  #ground(number: number, shard: Place): LinkGround {
    const caller = (this.#caller ??= this.#start());
    try {
      if (!caller.isStarted(shard)) caller.startShard(shard);
    } catch (error) {
      this.#stopIfEmpty(caller);
      throw error;
    }
    clearTimeout(this.#leaving);
    caller.ref();
    return {
      isThreaded: shard === THREAD,
      send: (call) => caller.send(shard, call),
      ask: () => this.#questions.ask(number),
      takeArrived: (isWaiting) => caller.takeArrived(shard, isWaiting),
      diagnose: () => caller.diagnose()[shard],
      leave: () => {
        const resident = this.#residents.get(number);
        if (resident?.moves === true && resident.shard === LOOP) this.#movable--;
        this.#residents.delete(number);
        this.#questions.answer(number, null);
        // Not from within the floor, which may be about to start another thread.
        nextTick(() => this.#stopIfEmpty(caller));
      },
    };
  }

  #start(): LinksCaller<News, Own> {
    const { name, entry, create, callerStallTimeoutMillis = STALL_MILLIS } = this.#options;
    const defaults = callerDefaults(true, LINGER_MICROS);
    const caller: LinksCaller<News, Own> = new Caller(
      {
        ...defaults,
        name,
        shards: 2,
        isInline: (shard) => shard === LOOP,
        startsLater: () => true,
        entry,
        create: (_settings, port) => (this.#loopAgent = create(port, this.#loopSide)),
        settings: (shard) => {
          if (shard === THREAD) this.#life++;
          return { life: this.#life, taken: this.#moves.taken };
        },
        // What waits is the writer's to bound: `waiting` says how much it is.
        maxPendingCalls: Infinity,
        maxPendingBytes: Infinity,
        thread: { ...defaults.thread, callerStallTimeoutMillis },
      },
      protocol,
      {
        onEvent: (number, bytes, start, end, shard) => {
          this.#chooser.count(end - start);
          try {
            this.#residents.get(number)?.link.onFrames(bytes, start, end, shard === THREAD);
          } catch (error) {
            throwLater(error);
          }
        },
        onControl: (news) => {
          if (news.type === 'diagnosis') return this.#questions.answer(news.link, news.socket);
          try {
            this.#residents.get(news.link)?.link.onNews(news);
          } catch (error) {
            throwLater(error);
          }
        },
        // By now the next thread is there, and may have links: who heard of the death has moved them.
        onRestart: (error, shard) => this.#lose(error, shard, shard === THREAD ? this.#life - 1 : this.#life),
        onEnd: (error) => {
          if (this.#caller !== caller) return;
          this.#caller = undefined;
          const reason = error ?? new Error('it was stopped');
          this.#lose(reason, LOOP, this.#life);
          this.#lose(reason, THREAD, this.#life);
        },
      },
    );
    caller.start();
    return caller;
  }

  /** What the agent on the loop asks for. */
  readonly #loopSide: LoopSide<Settings> = {
    settingsOf: (link) => this.#residents.get(link)!.settings,
    lockOf: (link) =>
      this.#residents.get(link)?.moves === true
        ? (fd, keepAlive) => this.#guard.lockOf(fd, keepAlive)
        : undefined,
    onFull: (link) => {
      // Now, as the loop may stand still next: half a message is with the kernel.
      this.#chooser.choose();
      return this.#move(link);
    },
    onMuch: (link) => {
      if (this.#residents.get(link)?.link.isUnlimited !== true) return;
      this.#chooser.choose();
      this.#move(link);
    },
    onCycle: () => {
      if (this.#movable === 0) return;
      if (this.#loopAgent!.isPaused) this.#chooser.choose();
      else this.#chooser.look();
      if (this.#chooser.hasChosen) this.#moveAll();
    },
  };

  #newChooser(): MoveChooser {
    return new MoveChooser(() => {
      let sum = 0;
      for (const { shard, moves, link } of this.#residents.values())
        if (moves && shard === LOOP) sum += link.inFlight;
      return sum;
    });
  }

  /** Moves all links that are still on the loop, when it turns: not from within their agent. */
  #moveAll(): void {
    if (this.#isMoving) return;
    this.#isMoving = true;
    setImmediate(() => {
      this.#isMoving = false;
      // What was sent and not begun would stay behind, and under load there is always some. Not from within what the agent tells.
      this.#caller?.publish(LOOP);
      for (const number of this.#residents.keys()) this.#move(number);
    });
  }

  #move(number: number): boolean {
    const resident = this.#residents.get(number);
    if (resident?.shard === THREAD) return true;
    if (resident === undefined || !resident.moves || !resident.link.isOpen) return false;
    const { link } = resident;
    let ground: LinkGround;
    try {
      ground = this.#ground(number, THREAD);
    } catch {
      // No thread can be started: the loop goes on with it, and it is not tried again at once.
      this.#chooser = this.#newChooser();
      return false;
    }
    const taken = this.#loopAgent!.takeOut(number, link.writes);
    if (taken === undefined) return false;
    const { discard, waiting, ...moved } = taken;
    const life = this.#life;
    resident.shard = THREAD;
    resident.life = life;
    this.#movable--;
    const onItsWay: MovedLink = { ...moved, life, move: this.#moves.add(life, discard) };
    link.move(ground, serialize(onItsWay), moved.unsent.length, waiting);
    // Now: nobody keeps it alive until the thread has it.
    this.#caller!.publish(THREAD);
    return true;
  }

  /** Ends the agent on the loop, and lets the process end. The thread is kept for a while. */
  #stopIfEmpty(caller: LinksCaller<News, Own>): void {
    if (this.#residents.size > 0 || this.#caller !== caller) return;
    if (!caller.isStarted(THREAD)) return this.#stop(caller);
    caller.unref();
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => {
      if (this.#residents.size === 0 && this.#caller === caller) this.#stop(caller);
    }, KEPT_FOR_MILLIS).unref();
  }

  #stop(caller: LinksCaller<News, Own>): void {
    this.#caller = this.#loopAgent = undefined;
    this.#chooser = this.#newChooser();
    void caller.stop(GRACE_MILLIS);
  }

  /** @param life the thread up to which all have died */
  #lose(error: Error, shard: number, life: number): void {
    if (shard === THREAD) this.#moves.onThreadDied(life);
    for (const resident of this.#residents.values()) {
      if (resident.shard !== shard || resident.life > life) continue;
      try {
        resident.link.onLost(error);
      } catch (failure) {
        throwLater(failure);
      }
    }
  }
}
