import { serialize } from 'node:v8';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import {
  BasicAgent,
  CompletionKind,
  ownCopy,
  type AgentPort,
  type CallHeader,
  type StopReason,
} from '@offloop/runtime/thread';
import { failureOf } from '../link/failure.js';
import { CallKind, type LinkAnswer, type LinkNews, type LinkQuestion } from '../link/messages.js';
import type { LinkEnd, LinkSettings } from '../link/settings.js';
import { Connection, type ConnectionEvents } from './connection.js';

/** Returns the settings of a connection, of which the call that opens it has brought `bytes`. */
export type ReadSettings = (link: number, bytes: Buffer) => LinkSettings;

/** Milliseconds after which the caller is told of what sockets have taken, if nothing has woken it before. */
const REPORT_MILLIS = 5;
/** Bytes of a message that was put together from which on its memory is handed over, instead of copied twice more. */
const HAND_OVER_BYTES = 65_536;

/** All connections of a process that live in this thread. */
export class AmqpAgent extends BasicAgent {
  readonly #readSettings: ReadSettings;
  readonly #connections = new Map<number, Connection>();
  // Arrays, in which a connection may stand more than once: `Set.clear` makes a table anew, in V8's old space.
  /** Connections with frames that their sockets have not been given. */
  readonly #unsent: Connection[] = [];
  /** Connections whose sockets have taken frames that the caller does not know of. */
  readonly #unreported: Connection[] = [];
  #reporting: NodeJS.Timeout | undefined;
  /** Where the next turn of reading begins, so that one busy connection does not keep the others from it. */
  #firstToResume = 0;
  #inFlight = 0;

  constructor(port: AgentPort, readSettings: ReadSettings) {
    super(port);
    this.#readSettings = readSettings;
  }

  override get inFlight(): number {
    return this.#inFlight;
  }

  override get isPaused(): boolean {
    for (const connection of this.#connections.values()) if (connection.isPaused) return true;
    return false;
  }

  override begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    const { slot, generation, length } = call;
    if (call.flags === CallKind.OPEN) return this.beginWhole(call, ownCopy(bytes, start, start + length));
    const connection = this.#openOf(call);
    if (connection === undefined) return;
    connection.write(slot, generation, bytes, start, length);
    if (call.flags === CallKind.CLOSE) connection.closes();
  }

  override beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void {
    const { slot, generation, target } = call;
    if (call.flags === CallKind.OPEN) {
      this.#inFlight++;
      this.#open(target, slot, generation, bytes);
      return;
    }
    const connection = this.#openOf(call);
    if (connection === undefined) return;
    connection.writeWhole(slot, generation, bytes);
    if (call.flags === CallKind.CLOSE) connection.closes();
  }

  override onControl(question: unknown): void {
    const { link } = question as LinkQuestion;
    const socket = this.#connections.get(link)?.diagnose();
    if (socket !== undefined) this.#tell({ link, type: 'diagnosis', socket });
  }

  override afterRequests(): void {
    for (const connection of this.#unsent) connection.flush();
    this.#unsent.length = 0;
  }

  override resume(): void {
    const paused = [...this.#connections.values()].filter(({ isPaused }) => isPaused);
    const first = this.#firstToResume++ % paused.length;
    for (const connection of [...paused.slice(first), ...paused.slice(0, first)]) {
      if (this.port.completions.isCongested) return;
      connection.resume();
    }
  }

  /** Ends all connections. */
  override stop(_reason: StopReason, message: string): void {
    const end: LinkEnd = { kind: 'lost', failure: { message } };
    for (const connection of this.#connections.values()) connection.destroy(end);
    clearTimeout(this.#reporting);
    this.port.ended();
  }

  /** Returns the connection that is to send the call's frames. Without one the call is done. */
  #openOf({ slot, generation, flags, target }: Readonly<CallHeader>): Connection | undefined {
    this.#inFlight++;
    const connection = this.#connections.get(target);
    // One that has ended drops what was on the way to it.
    if (connection === undefined || flags === CallKind.DESTROY) {
      connection?.destroy({ kind: 'closed' });
      this.#done(slot, generation);
      return undefined;
    }
    list(this.#unsent, connection);
    return connection;
  }

  #open(link: number, slot: number, generation: number, bytes: Buffer): void {
    try {
      const events = this.#eventsOf(link, slot, generation);
      this.#connections.set(
        link,
        new Connection(this.#readSettings(link, bytes), this.port.completions, events),
      );
    } catch (error) {
      this.#refuse(slot, generation, error);
    }
  }

  /** @param slot and @param generation those of the call that opens it */
  #eventsOf(link: number, slot: number, generation: number): ConnectionEvents {
    const { completions } = this.port;
    const connection = (): Connection => this.#connections.get(link)!;
    return {
      onOpened: (opened) => {
        this.#inFlight--;
        const bytes = serialize(opened);
        completions.body(CompletionKind.BYTES, slot, generation, bytes, 0, bytes.length);
      },
      onRefused: (error) => {
        this.#connections.delete(link);
        this.#refuse(slot, generation, error);
      },
      onFrames: (bytes, start, end) => completions.event(link, bytes, start, end),
      onMessage: (message) => {
        if (message.length < HAND_OVER_BYTES) completions.event(link, message, 0, message.length);
        else completions.handOverWhole(CompletionKind.EVENT, link, 0, [message.buffer]);
      },
      onState: (state) => this.#tell({ link, ...state }),
      onTaken: (isMuch) => this.#onTaken(connection(), isMuch),
      onDone: (ofSlot, ofGeneration) => this.#done(ofSlot, ofGeneration),
      onRead: () => {
        // Beside what was read it costs the caller no wake-up.
        this.#connections.get(link)?.report();
        this.port.cycle();
      },
      onEnd: (end) => {
        this.#connections.delete(link);
        this.#tell({ link, type: 'end', end });
      },
    };
  }

  #onTaken(connection: Connection, isMuch: boolean): void {
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

  #tell(news: LinkNews | LinkAnswer): void {
    this.port.sendControl(news);
  }
}

function list(connections: Connection[], connection: Connection): void {
  if (connections.at(-1) !== connection) connections.push(connection);
}
