import { EventEmitter } from 'node:events';
import type { EventLoop } from '../time/event-loop.js';
import { activeWorld } from '../time/globals.js';
import type { World } from '../time/world.js';
import type { Link } from './link.js';

interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  readonly onread?: { readonly buffer: () => Uint8Array; readonly callback: (length: number) => boolean };
}

export type Connect = (socket: SimulatedSocket, host: string, port: number) => void;

interface Written {
  readonly bytes: Uint8Array;
  /** How many of these bytes the kernel has taken. */
  taken: number;
  readonly callback: () => void;
}

let nextPort = 40_000;

/** A socket as `node:net` has it, as far as the client uses it: reads may be cut at any byte, and so may writes. */
export class SimulatedSocket extends EventEmitter {
  readonly localAddress = '10.0.0.100';
  readonly localPort: number = nextPort++;
  readonly host: string;
  destroyed = false;
  /** Milliseconds for which bytes lay unread when it was closed from here; 0: there were none. */
  unreadFor = 0;
  /** When it was closed from here. */
  closedAt = 0;
  connecting = true;
  link: Link | undefined;
  readonly loop: EventLoop;
  readonly #world: World = activeWorld();
  readonly #onread: ConnectOptions['onread'];
  /** Where the next read goes: Node.js asks for it after the read before. */
  #window: Uint8Array | undefined;
  #isReading = true;
  #isReadScheduled = false;
  #received: Buffer[] = [];
  #arrivedAt = 0;
  #readBytes = 0;
  #end: 'none' | 'finished' | 'reset' = 'none';
  #resetCode = '';
  #writes: Written[] = [];
  #isWriteScheduled = false;
  #unwritten = 0;

  constructor(options: ConnectOptions, connect: Connect) {
    super();
    this.loop = this.#world.current!;
    this.loop.handles.add(this);
    this.host = options.host;
    this.#onread = options.onread;
    this.#window = options.onread?.buffer();
    connect(this, options.host, options.port);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  /** Writes that the kernel has not taken, or whose callback has not run. */
  get unwritten(): number {
    return this.#unwritten;
  }

  get writableLength(): number {
    return this.#writes.reduce((sum, { bytes, taken }) => sum + bytes.length - taken, 0);
  }

  write(bytes: Uint8Array, callback?: () => void): boolean {
    this.link?.onWritten(bytes);
    if (this.destroyed) {
      if (callback !== undefined) process.nextTick(callback);
      return false;
    }
    this.#unwritten++;
    const done = (): void => {
      this.#unwritten--;
      callback?.();
    };
    this.#writes.push({ bytes, taken: 0, callback: done });
    if (this.#writes.length === 1) this.#push();
    return this.#writes.length === 0;
  }

  pause(): this {
    this.#isReading = false;
    return this;
  }

  resume(): this {
    this.#isReading = true;
    this.#scheduleRead();
    return this;
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.closedAt = this.#world.time;
    if (this.#received.length > 0) this.unreadFor = this.#world.time - this.#arrivedAt;
    this.link?.onClientClose();
    const writes = this.#writes;
    this.#writes = [];
    // As Node.js does: the error comes at once, the end when the loop closes the handle.
    if (error !== undefined) process.nextTick(() => this.emit('error', error));
    this.loop.addClosed(() => {
      this.loop.handles.delete(this);
      for (const { callback } of writes) callback();
      this.emit('close');
    });
    return this;
  }

  // --- what the network does ---------------------------------------------------------------------------------------

  onConnected(link: Link): void {
    this.loop.addInput(this, () => {
      if (this.destroyed) {
        link.onClientClose();
        return;
      }
      this.link = link;
      this.connecting = false;
      this.emit('connect');
      if (this.#end !== 'none' || this.#received.length > 0) this.#scheduleRead();
    });
  }

  onRefused(code: string): void {
    this.loop.addInput(this, () => this.destroy(systemError(code)));
  }

  onArrival(bytes: Buffer): void {
    if (this.#received.length === 0) this.#arrivedAt = this.#world.time;
    this.#received.push(bytes);
    this.#scheduleRead();
  }

  onReset(code: string): void {
    this.#end = 'reset';
    this.#resetCode = code;
    this.#scheduleRead();
  }

  onFinish(): void {
    if (this.#end === 'none') this.#end = 'finished';
    this.#scheduleRead();
  }

  /** The kernel takes bytes again. */
  onRoom(): void {
    if (!this.destroyed && this.#writes.length > 0) this.#scheduleWrite();
  }

  #scheduleWrite(): void {
    if (this.#isWriteScheduled) return;
    this.#isWriteScheduled = true;
    this.loop.addInput(this, () => {
      this.#isWriteScheduled = false;
      if (!this.destroyed) this.#push();
    });
  }

  /** The kernel takes what it has room for, or less. */
  #push(): void {
    const { link } = this;
    if (link === undefined) return;
    for (let head = this.#writes[0]; head !== undefined; head = this.#writes[0]) {
      // A write to a connection that was reset reports the reset, also while reading is paused.
      if (this.#end === 'reset') {
        this.#scheduleEnd();
        return;
      }
      const left = head.bytes.length - head.taken;
      // The kernel takes what nobody will receive, too.
      let length = link.isOpen ? Math.min(left, link.room) : left;
      // An empty write needs no room.
      if (length === 0 && left > 0) return;
      const { random } = this.#world;
      if (length > 0 && random.chance(0.03)) length = random.between(1, length);
      if (link.isOpen) link.sendUp(Buffer.from(head.bytes.subarray(head.taken, head.taken + length)));
      head.taken += length;
      if (head.taken < head.bytes.length) {
        if (!link.isOpen || link.room > 0) this.#scheduleWrite();
        return;
      }
      this.#writes.shift();
      this.loop.addInput(this, head.callback);
    }
  }

  #scheduleRead(): void {
    if (this.#isReadScheduled || !this.#isReading || this.destroyed || this.connecting) return;
    if (this.#received.length === 0 && this.#end === 'none') return;
    this.#isReadScheduled = true;
    this.loop.addInput(this, () => {
      this.#isReadScheduled = false;
      if (this.destroyed || !this.#isReading) return;
      this.#read();
      this.#scheduleRead();
    });
  }

  #read(): void {
    const received = this.#received;
    if (received.length === 0) {
      if (this.#end === 'finished') this.emit('end');
      this.destroy(this.#end === 'reset' ? systemError(this.#resetCode) : undefined);
      return;
    }
    const available = received.length === 1 ? received[0] : Buffer.concat(received);
    const { random } = this.#world;
    let length = available.length;
    if (random.chance(0.05)) length = random.between(1, length);
    if (random.chance(0.03)) length = Math.min(length, random.between(1, 24));
    if (this.#window !== undefined) length = Math.min(length, this.#window.length);
    this.#received = length < available.length ? [available.subarray(length)] : [];
    const chunk = available.subarray(0, length);
    this.#readBytes += length;
    this.link?.onRead(this.#readBytes);
    if (this.#onread === undefined) {
      this.emit('data', Buffer.from(chunk));
    } else {
      this.#window!.set(chunk);
      this.#onread.callback(length);
      this.#window = this.#onread.buffer();
    }
  }

  #scheduleEnd(): void {
    this.loop.addInput(this, () => this.destroy(systemError(this.#resetCode)));
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(`simulated ${code}`), { code });
}
