import type { World } from '../time/world.js';
import { Pipe } from './pipe.js';

/** The client's end of a connection. */
export interface ClientEnd {
  onArrival(bytes: Buffer): void;
  /** The member has closed, behind all it has sent. */
  onFinish(): void;
  onReset(code: string): void;
  /** The kernel takes bytes again. */
  onRoom(): void;
}

/** The member's end of a connection. */
export interface ServerEnd {
  /** A frozen member reads nothing: what came waits in its kernel. */
  readonly isReading: boolean;
  onBytes(bytes: Buffer): void;
  /** The client's end is gone. */
  onClose(): void;
}

/** Somebody who looks on. */
export interface LinkWatch {
  onWritten(link: Link, bytes: Uint8Array): void;
  /** The link ends, no matter which side ends it. */
  onLost(link: Link): void;
}

/** Milliseconds: how a healthy network is. */
const FASTEST = 0.05;
const SLOWEST = 1;

/** A TCP connection from one of the client's sockets to a member. */
export class Link {
  isOpen = true;
  server!: ServerEnd;
  readonly #world: World;
  readonly #client: ClientEnd;
  /** Bytes that the kernels take on the way to the member before it reads them. */
  readonly #capacity: number;
  readonly #up: Pipe;
  readonly #down: Pipe;
  /** Bytes on their way up that the member has not read. */
  #unread = 0;
  #waiting: (Buffer | undefined)[] = [];
  /** Bytes sent to the client, and what is to be called when so many were read there. */
  #sentDown = 0;
  readonly #watch: LinkWatch;
  readonly #marks: { readonly offset: number; readonly onRead: () => void }[] = [];

  constructor(world: World, client: ClientEnd, watch: LinkWatch) {
    this.#watch = watch;
    this.#world = world;
    this.#client = client;
    this.#capacity = Math.floor(world.random.skewed(2_000, 300_000));
    const latency = (): number => world.random.skewed(FASTEST, SLOWEST);
    this.#up = new Pipe(world, {
      latency,
      onArrival: (bytes) => this.#arriveUp(bytes),
      onEnd: () => this.#arriveUp(undefined),
    });
    this.#down = new Pipe(world, {
      latency,
      onArrival: (bytes) => client.onArrival(bytes),
      onEnd: () => client.onFinish(),
    });
  }

  /** Bytes that the client's kernel would take now. */
  get room(): number {
    return Math.max(0, this.#capacity - this.#unread);
  }

  /** The client's process has handed these bytes to its socket: whole messages. */
  onWritten(bytes: Uint8Array): void {
    this.#watch.onWritten(this, bytes);
  }

  sendUp(bytes: Buffer): void {
    this.#unread += bytes.length;
    this.#up.send(bytes);
  }

  /** @param onRead runs when the client's process has read all of these bytes. */
  sendDown(bytes: Buffer, onRead?: () => void): void {
    if (!this.isOpen) return;
    this.#sentDown += bytes.length;
    if (onRead !== undefined) this.#marks.push({ offset: this.#sentDown, onRead });
    this.#down.send(bytes);
  }

  /** The client's process has read so many bytes in all. */
  onRead(total: number): void {
    while (this.#marks.length > 0 && this.#marks[0].offset <= total) this.#marks.shift()!.onRead();
  }

  /** The member reads what waited in its kernel. */
  proceed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) this.#arriveUp(bytes);
  }

  /** Nothing gets through until then, one way or both. */
  stall(until: number, up: boolean, down: boolean): void {
    if (up) this.#up.stallUntil(until);
    if (down) this.#down.stallUntil(until);
  }

  /** Both ends find the connection reset, somewhere in the middle of what was on its way. */
  reset(code: string = 'ECONNRESET'): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#watch.onLost(this);
    this.#up.cut();
    this.#down.cut();
    this.#client.onReset(code);
    this.server.onClose();
  }

  /** The member closes after what it has sent. */
  finish(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#watch.onLost(this);
    this.#up.close();
    this.#down.finish();
    this.server.onClose();
  }

  /** The client has closed its end. What it wrote before is lost, or arrives however late. */
  onClientClose(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#watch.onLost(this);
    this.#down.close();
    if (this.#world.random.chance(0.5)) {
      this.#up.finish();
    } else {
      this.#up.cut();
      this.#arriveUp(undefined);
    }
  }

  #arriveUp(bytes: Buffer | undefined): void {
    if (!this.server.isReading || this.#waiting.length > 0) {
      this.#waiting.push(bytes);
      return;
    }
    if (bytes === undefined) {
      this.server.onClose();
      return;
    }
    const wasFull = this.room === 0;
    this.#unread -= bytes.length;
    this.server.onBytes(bytes);
    if (wasFull) this.#client.onRoom();
  }
}
