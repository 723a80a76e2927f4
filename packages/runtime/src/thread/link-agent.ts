import { deserialize, serialize } from 'node:v8';
import type { CallHeader } from '../ring/call-header.js';
import { CompletionKind } from '../ring/records.js';
import { clearTimeout, setTimeout } from '../shared/clock.js';
import { failureOf } from '../shared/failure.js';
import {
  LinkCall,
  type LinkAnswer,
  type LinkEnd,
  type LinkNews,
  type LinkQuestion,
  type MovedLink,
  type OwnEnd,
  type ThreadSide,
} from '../shared/link-messages.js';
import type { KeepAlive } from '../shared/moved-connection.js';
import type { WriteLock } from '../guard/write-lock.js';
import { ownCopy } from '../bytes/own-copy.js';
import type { AgentPort, StopReason } from './agent.js';
import { BasicAgent } from './basic-agent.js';
import {
  Connection,
  type ConnectionSocket,
  type TakenConnection,
  type Trickle,
} from './connection/connection.js';
import type { MessageInput } from './connection/message-input.js';
import { socketOf } from './connection/socket-number.js';

/** Milliseconds after which the caller is told of what sockets have taken, if nothing has woken it before. */
const REPORT_MILLIS = 5;
/** Bytes of a message in memory of its own from which on that is handed over, instead of copied twice more. */
const HAND_OVER_BYTES = 65_536;

/** Messages of one read that are many. */
const MANY_AT_ONCE = 64;

/** A protocol's side of one link. */
export interface LinkHandler {
  /** Takes a message: see `MessageInputEvents`. */
  take(bytes: Buffer, start: number, end: number): number;
  /** What came is not the protocol: `take` has thrown. Default: the link ends with that error. */
  onError?(error: Error): void;
  /**
   * The protocol's last words are given to the socket: `Link.close`. The handler ends the connection when the other side has answered. Default: it
   * ends when all bytes have gone.
   */
  onClosing?(): void;
  /**
   * Returns what a handler in another thread needs to go on with this link, as `LinkAgent.goOn` gets it: it can be cloned by `node:v8`. Undefined
   * if that cannot be now. Default: the link stays where it is.
   */
  stateToGoOn?(): object | undefined;
  /** What is read while the caller takes nothing. Default: nothing. */
  readonly trickle?: Trickle;
}

/** What the caller's side gives to the agent of links on its own loop. */
export interface LoopSide<Settings> {
  /** Settings of a link. They are not copied. */
  settingsOf(link: number): Settings;
  /** Makes the lock of a socket that is written to by its number. Undefined for a link that stays on the loop. */
  lockOf(link: number): ((fd: number, keepAlive: KeepAlive | undefined) => WriteLock) | undefined;
  /** The socket of a link does not take all. @returns whether the link has moved */
  onFull(link: number): boolean;
  /** One read of a link has brought many messages, or has filled its memory. They are not passed on yet. */
  onMuch(link: number): void;
  /** Runs when requests were handed over, or something was read. */
  onCycle(): void;
}

/** What an agent of links is made with: it passes that on to `LinkAgent`. */
export type LinkSide<Settings> = LoopSide<Settings> | ThreadSide;

/** A link that was taken out of the caller's loop. */
export type TakenLink = TakenConnection & Pick<MovedLink, 'state'>;

/** A link, as its protocol's side in the thread sees it. @typeParam Own ends that only the protocol knows */
export interface LinkPort<Opened, News, Own extends OwnEnd> {
  /** Begins to connect. To be called once. @param millis until `opened` has to be called; 0: no limit */
  connect(
    socket: (onread: MessageInput['onread']) => ConnectionSocket,
    handler: LinkHandler,
    millis: number,
    late: () => Error,
  ): Connection<LinkEnd<Own>>;
  /** Makes the connection of a link that was opened on the caller's loop. To be called once, by `LinkAgent.goOn`. */
  goOn(handler: LinkHandler): Connection<LinkEnd<Own>>;
  /** The link is open: the caller gets `opened`, which has to be cloneable. */
  opened(opened: Opened, keepAlive?: KeepAlive): void;
  /** Passes on what came, `bytes[start, end)`. */
  frames(bytes: Buffer, start: number, end: number): void;
  /** Passes on what came, in memory that nobody else uses. */
  whole(bytes: Buffer<ArrayBuffer>): void;
  /** Tells the caller something, in order with what came. */
  tell(news: News): void;
}

/** A link's place in its agent. */
interface Entry<Own extends OwnEnd> {
  readonly connection: Connection<LinkEnd<Own>>;
  readonly handler: LinkHandler;
  /** Calls with bytes that have come for it. */
  writes: number;
}

/**
 * A base class for agents of links: it has a connection for each, sends what the caller's side has written, and passes on what comes. The
 * subclass makes the socket and knows the messages.
 *
 * @typeParam Settings what opens a link. @typeParam Opened what the caller is told of an open one. @typeParam News what it is told later.
 * @typeParam Own ends that only the protocol knows
 */
export abstract class LinkAgent<Settings, Opened, News, Own extends OwnEnd = never> extends BasicAgent {
  readonly #loop: LoopSide<Settings> | undefined;
  readonly #thread: ThreadSide | undefined;
  readonly #links = new Map<number, Entry<Own>>();
  // Arrays, in which a connection may stand more than once: `Set.clear` makes a table anew, in V8's old space.
  /** Connections with bytes that their sockets have not been given. */
  readonly #unsent: Connection<LinkEnd<Own>>[] = [];
  /** Connections whose sockets have taken bytes that the caller does not know of. */
  readonly #unreported: Connection<LinkEnd<Own>>[] = [];
  /** Links that were closed, and whose last bytes their sockets have not been given. */
  readonly #closing: Entry<Own>[] = [];
  #reporting: NodeJS.Timeout | undefined;
  /** Where the next turn of reading begins, so that one busy connection does not keep the others from it. */
  #firstToResume = 0;
  #inFlight = 0;

  constructor(port: AgentPort, side: LinkSide<Settings>) {
    super(port);
    if ('settingsOf' in side) this.#loop = side;
    else this.#thread = side;
  }

  /** Begins to connect, by `link.connect`. Throws where the settings cannot be used. */
  protected abstract open(settings: Settings, link: LinkPort<Opened, News, Own>): void;

  /**
   * Goes on with a link that has begun on the caller's loop, by `link.goOn`. Only for protocols whose links may move.
   *
   * @param _state what the handler's `stateToGoOn` has returned there
   */
  protected goOn(_state: object, _link: LinkPort<Opened, News, Own>): void {
    throw new Error('links of this protocol do not move');
  }

  override get inFlight(): number {
    return this.#inFlight;
  }

  override get isPaused(): boolean {
    for (const { connection } of this.#links.values()) if (connection.isPaused) return true;
    return false;
  }

  override begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    const { slot, generation, length } = call;
    if (call.flags === LinkCall.OPEN || call.flags === LinkCall.GO_ON)
      return this.beginWhole(call, ownCopy(bytes, start, start + length));
    const entry = this.#entryOf(call);
    if (entry === undefined) return;
    if (length > 0) entry.connection.add(slot, generation, bytes, start, length);
    else this.#done(slot, generation);
    if (call.flags === LinkCall.CLOSE) this.#closing.push(entry);
  }

  override beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void {
    const { slot, generation, target } = call;
    if (call.flags === LinkCall.OPEN || call.flags === LinkCall.GO_ON) {
      this.#inFlight++;
      try {
        if (call.flags === LinkCall.OPEN) this.#open(target, slot, generation, bytes);
        else this.#goOn(target, slot, generation, bytes);
      } catch (error) {
        this.#refuse(slot, generation, error);
      }
      return;
    }
    const entry = this.#entryOf(call);
    if (entry === undefined) return;
    entry.connection.addWhole(slot, generation, bytes);
    if (call.flags === LinkCall.CLOSE) this.#closing.push(entry);
  }

  override onControl(question: unknown): void {
    const { link } = question as LinkQuestion;
    const entry = this.#links.get(link);
    if (entry !== undefined) this.#tell({ link, type: 'diagnosis', socket: entry.connection.diagnose() });
  }

  override afterRequests(): void {
    for (const connection of this.#unsent) connection.flush();
    this.#unsent.length = 0;
    for (const { connection, handler } of this.#closing.splice(0)) {
      if (handler.onClosing === undefined) connection.finish({ kind: 'closed' });
      else handler.onClosing();
    }
    this.#loop?.onCycle();
  }

  /**
   * Takes a link out of this agent, which is on the caller's loop: another agent may go on with it. After all that has come, the caller
   * is told that it has moved.
   *
   * @param writes calls with bytes that were sent to it
   * @returns undefined if that cannot be now.
   */
  takeOut(link: number, writes: number): TakenLink | undefined {
    const entry = this.#links.get(link);
    if (entry === undefined || entry.writes !== writes || this.#closing.includes(entry)) return undefined;
    const state = entry.handler.stateToGoOn?.();
    const taken = state && entry.connection.takeOut();
    if (taken === undefined) return undefined;
    this.#links.delete(link);
    this.#tell({ link, type: 'moved' });
    return { ...taken, state };
  }

  override resume(): void {
    const paused = [...this.#links.values()].filter(({ connection }) => connection.isPaused);
    const first = this.#firstToResume++ % paused.length;
    for (const { connection } of [...paused.slice(first), ...paused.slice(0, first)]) {
      if (this.port.completions.isCongested) return;
      connection.resume();
    }
  }

  override stop(_reason: StopReason, message: string): void {
    for (const { connection } of this.#links.values()) connection.end(new Error(message));
    clearTimeout(this.#reporting);
    this.port.ended();
  }

  /** Returns the link that is to send the call's bytes. Without one the call is done. */
  #entryOf({ slot, generation, flags, target }: Readonly<CallHeader>): Entry<Own> | undefined {
    this.#inFlight++;
    const entry = this.#links.get(target);
    // One that has ended drops what was on the way to it.
    if (entry === undefined || flags === LinkCall.DESTROY) {
      entry?.connection.end({ kind: 'closed' });
      this.#done(slot, generation);
      return undefined;
    }
    if (flags === LinkCall.READ) {
      entry.connection.startReading();
      this.#done(slot, generation);
      return undefined;
    }
    entry.writes++;
    list(this.#unsent, entry.connection);
    return entry;
  }

  #open(link: number, slot: number, generation: number, bytes: Buffer): void {
    const settings = this.#loop?.settingsOf(link) ?? (deserialize(bytes) as Settings);
    this.open(settings, this.#portOf(link, slot, generation));
  }

  #goOn(link: number, slot: number, generation: number, bytes: Buffer): void {
    const moved = deserialize(bytes) as MovedLink;
    const { life, taken } = this.#thread!;
    if (moved.life !== life) throw new Error('the thread that was meant has ended');
    // Before: from now on this thread closes the socket, also by its death.
    Atomics.store(new Int32Array(taken), 0, moved.move);
    this.goOn(moved.state as object, this.#portOf(link, slot, generation, moved));
  }

  /** @param slot and @param generation those of the call that opens it */
  #portOf(link: number, slot: number, generation: number, moved?: MovedLink): LinkPort<Opened, News, Own> {
    const { completions } = this.port;
    let connection: Connection<LinkEnd<Own>>;
    let isOpen = moved !== undefined;
    /** Messages of the read that is under way. */
    let came = 0;
    const connect: LinkPort<Opened, News, Own>['connect'] = (socket, handler, millis, late) => {
      connection = new Connection(
        socket,
        completions,
        {
          take: handler.take.bind(handler),
          trickle: handler.trickle,
          ...(handler.onError === undefined ? {} : { onError: handler.onError.bind(handler) }),
          onTaken: (isMuch) => this.#onTaken(connection, isMuch),
          onDone: (ofSlot, ofGeneration) => this.#done(ofSlot, ofGeneration),
          onFull: () => this.#loop?.onFull(link) === true,
          onRead: (isFull) => {
            // Before what has come is told: who is told may stand still.
            if (isFull || came >= MANY_AT_ONCE) this.#loop?.onMuch(link);
            came = 0;
            // Beside what was read it costs the caller no wake-up.
            connection.report();
            this.port.cycle();
          },
          onEnd: (reason) => {
            this.#links.delete(link);
            const isError = !('kind' in reason);
            if (!isOpen) this.#refuse(slot, generation, isError ? reason : new Error('it was closed'));
            else {
              const end: LinkEnd<Own> = isError ? { kind: 'lost', failure: failureOf(reason) } : reason;
              this.#tell({ link, type: 'end', end });
            }
          },
        },
        moved?.unread,
      );
      connection.opensWithin(millis, late);
      this.#links.set(link, { connection, handler, writes: 0 });
      return connection;
    };
    return {
      connect,
      goOn: (handler) => {
        const { fd } = moved!;
        connect(
          (onread) => socketOf(fd, onread),
          handler,
          0,
          () => new Error('it is open'),
        );
        connection.goOn(moved!, slot, generation);
        return connection;
      },
      opened: (opened, keepAlive) => {
        isOpen = true;
        this.#inFlight--;
        connection.opened(keepAlive);
        const lockOf = this.#loop?.lockOf(link);
        if (lockOf !== undefined) connection.goDirect(lockOf);
        const bytes = serialize(opened);
        completions.body(CompletionKind.BYTES, slot, generation, bytes, 0, bytes.length);
        // A socket that has connected is no read: nothing else would publish it.
        this.port.wake();
      },
      frames: (bytes, start, end) => {
        came++;
        completions.event(link, bytes, start, end);
      },
      whole: (bytes) => {
        came++;
        if (bytes.length < HAND_OVER_BYTES) completions.event(link, bytes, 0, bytes.length);
        else completions.handOverWhole(CompletionKind.EVENT, link, 0, [bytes.buffer]);
      },
      tell: (news) => this.#tell({ link, type: 'news', news }),
    };
  }

  #onTaken(connection: Connection<LinkEnd<Own>>, isMuch: boolean): void {
    if (isMuch) {
      connection.report();
      this.port.wake();
      return;
    }
    list(this.#unreported, connection);
    this.#reporting ??= setTimeout(() => this.#report(), REPORT_MILLIS);
  }

  #report(): void {
    this.#reporting = undefined;
    for (const connection of this.#unreported) connection.report();
    this.#unreported.length = 0;
    this.port.cycle();
  }

  #done(slot: number, generation: number): void {
    this.#inFlight--;
    this.port.completions.empty(CompletionKind.VOID, slot, generation);
  }

  #refuse(slot: number, generation: number, error: unknown): void {
    this.#inFlight--;
    this.port.completions.error(slot, generation, failureOf(error));
    this.port.wake();
  }

  #tell(news: LinkNews<News, Own> | LinkAnswer): void {
    this.port.sendControl(news);
  }
}

function list<Item>(items: Item[], item: Item): void {
  if (items.at(-1) !== item) items.push(item);
}
