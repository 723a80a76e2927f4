import { deserialize, serialize } from 'node:v8';
import { Fifo, PartsRequest, type CallOperation } from '@offloop/runtime';
import { nextTick } from '@offloop/runtime/clock';
import { failureOf } from '../link/failure.js';
import type { Link, LinkDiagnosis, LinkEvents, OpenLink } from '../link/link.js';
import { CallKind, type LinkNews } from '../link/messages.js';
import type { LinkEnd, LinkSettings, Opened } from '../link/settings.js';
import type { FrameWriter } from '../wire/frame-writer.js';
import { MemoryWriter } from '../wire/memory-writer.js';
import { ConnectionClose, ConnectionUpdateSecret } from '../wire/methods.js';
import { Floor, Place, type LinkReceiver } from './floor.js';
import { readFrames } from './read-frames.js';

/** Bytes of frames that do not wait for the end of the tick. */
const MUCH = 32_768;

const OPEN: CallOperation = { flags: CallKind.OPEN };
const WRITE: CallOperation = { flags: CallKind.WRITE };
const CLOSE: CallOperation = { flags: CallKind.CLOSE };
const DESTROY: CallOperation = { flags: CallKind.DESTROY };
const ignore = (): void => undefined;

/** Opens a connection in the process's thread for connections, or on the caller's own loop. */
export const openLink: OpenLink = (settings, events, threaded) =>
  new Promise((resolve, reject) => {
    RemoteLink.open(settings, events, threaded ? Place.THREAD : Place.LOOP, resolve, reject);
  });

/** The caller's end of a connection. */
class RemoteLink implements Link, LinkReceiver {
  readonly #events: LinkEvents;
  readonly #place: Place;
  readonly #floor: Floor;
  readonly #number: number;
  readonly writer: FrameWriter = new MemoryWriter();
  #opened: Opened | undefined;
  /** Lengths of what was sent and not reported yet, in order; and their sum. */
  readonly #lengths = new Fifo<number>();
  #sent = 0;
  #isScheduled = false;
  /** False when nothing that is written goes out any more. */
  #isOpen = false;
  readonly #onTaken = (): void => this.#take();
  #hasEnded = false;

  private constructor(settings: LinkSettings, events: LinkEvents, place: Place) {
    this.#events = events;
    this.#place = place;
    const { floor, link } = Floor.enter({ place, receiver: this, settings });
    this.#floor = floor;
    this.#number = link;
  }

  /** Opens a connection. One of the two functions is called, once. Throws if no thread can be started for it. */
  static open(
    settings: LinkSettings,
    events: LinkEvents,
    place: Place,
    resolve: (link: Link) => void,
    reject: (error: Error) => void,
  ): void {
    const parts = place === Place.THREAD ? [serialize(settings)] : [];
    const link = new RemoteLink(settings, events, place);
    const fail = (error: unknown): void => {
      link.#floor.leave(link.#number);
      reject(error as Error);
    };
    link.#call(OPEN, parts, (opened) => resolve(link.#open(opened as Buffer)), fail);
  }

  get opened(): Opened {
    return this.#opened!;
  }

  get isThreaded(): boolean {
    return this.#place === Place.THREAD;
  }

  get waiting(): number {
    return this.#sent + this.writer.length;
  }

  written(): void {
    const { writer } = this;
    if (!this.#isOpen) writer.clear();
    else if (writer.length >= MUCH || writer.holdsContent) this.#flush(WRITE);
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      nextTick(() => {
        this.#isScheduled = false;
        this.#flush(WRITE);
      });
    }
  }

  updateSecret(newSecret: Buffer, reason: string): void {
    this.writer.method(0, ConnectionUpdateSecret, { newSecret, reason });
    this.written();
  }

  close(code: number, text: string): void {
    this.writer.method(0, ConnectionClose, { replyCode: code, replyText: text, classId: 0, methodId: 0 });
    this.#flush(CLOSE);
    this.#isOpen = false;
  }

  takeArrived(isWaiting: () => boolean): void {
    this.#floor.takeArrived(this.#place, isWaiting);
  }

  async diagnose(): Promise<LinkDiagnosis> {
    const socket = await this.#floor.ask(this.#number);
    return this.#hasEnded
      ? { socket: null, floor: null }
      : { socket, floor: this.#floor.diagnose(this.#place) };
  }

  destroy(): void {
    this.#isOpen = false;
    this.writer.clear();
    this.#call(DESTROY, [], ignore, ignore);
  }

  onFrames(bytes: Buffer, start: number, end: number): void {
    readFrames(bytes, start, end, this.#events);
  }

  onNews(news: LinkNews): void {
    switch (news.type) {
      case 'blocked':
        return this.#events.onBlocked(news.reason);
      case 'unblocked':
        return this.#events.onUnblocked();
      case 'secret-updated':
        return this.#events.onSecretUpdated();
      case 'end':
        return this.#end(news.end);
    }
  }

  onLost(error: Error): void {
    // The call that opens it rejects, or goes to the next thread.
    if (this.#opened === undefined) return;
    const message = `The thread of the connection has ended: ${error.message}`;
    this.#end({ kind: 'lost', failure: failureOf(new Error(message)) });
  }

  #open(opened: Buffer): this {
    this.#opened = deserialize(opened) as Opened;
    this.#isOpen = true;
    return this;
  }

  #flush(operation: CallOperation): void {
    const { writer } = this;
    const { length } = writer;
    if (length === 0) return;
    if (this.#isOpen) {
      this.#lengths.push(length);
      this.#sent += length;
      this.#call(operation, writer.parts(), this.#onTaken, ignore);
    }
    // The floor has copied the call's bytes by now.
    writer.clear();
  }

  #take(): void {
    this.#sent -= this.#lengths.shift()!;
    this.#events.onWritten();
  }

  #call(
    operation: CallOperation,
    parts: readonly Buffer[],
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ): void {
    const request = new PartsRequest(parts, this.#number);
    try {
      this.#floor.send(this.#place, { operation, request, resolve, reject });
    } catch (error) {
      // The floor has failed, and is about to say so.
      reject(error);
    }
  }

  #end(end: LinkEnd): void {
    this.#isOpen = false;
    this.#hasEnded = true;
    this.writer.clear();
    this.#floor.leave(this.#number);
    this.#events.onEnd(end);
  }
}
