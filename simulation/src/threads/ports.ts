import { EventEmitter } from 'node:events';
import type { EventLoop } from '../time/event-loop.js';
import { activeWorld } from '../time/globals.js';

/** Milliseconds a message takes to another thread. */
const FASTEST = 0.005;
const SLOWEST = 0.2;

/** A port as `node:worker_threads` has it, between two simulated threads. */
export class SimulatedPort extends EventEmitter {
  peer!: SimulatedPort;
  isClosed = false;
  /** Messages that nobody has received. */
  readonly queue: unknown[] = [];
  #loop: EventLoop | undefined;
  #isReferenced = true;
  /** Arrival of the latest message: a port keeps the order. */
  #lastArrival = 0;

  override on(event: string, listener: (message: unknown) => void): this {
    super.on(event, listener);
    if (event === 'message' && this.#loop === undefined) this.#start();
    return this;
  }

  postMessage(message: unknown, transfer: readonly (ArrayBuffer | SimulatedPort)[] = []): void {
    const { peer } = this;
    if (peer.isClosed || this.isClosed) return;
    // A transferred buffer can no longer be used by its sender. A port stays what it is.
    const isBuffers = transfer.length > 0 && !(message instanceof SimulatedPort);
    peer.queue.push(
      isBuffers ? structuredClone(message, { transfer: [...transfer] as ArrayBuffer[] }) : message,
    );
    if (peer.#loop !== undefined) peer.#announce();
  }

  /** Takes the oldest message, for `receiveMessageOnPort`. */
  take(): { message: unknown } | undefined {
    return this.queue.length === 0 ? undefined : { message: this.queue.shift() };
  }

  ref(): void {
    this.#isReferenced = true;
    if (!this.isClosed && this.#loop !== undefined) this.#loop.handles.add(this);
  }

  unref(): void {
    this.#isReferenced = false;
    this.#loop?.handles.delete(this);
  }

  close(): void {
    this.isClosed = true;
    this.peer.isClosed = true;
    this.#loop?.handles.delete(this);
    this.peer.#loop?.handles.delete(this.peer);
  }

  #start(): void {
    this.#loop = activeWorld().current;
    if (this.#isReferenced) this.ref();
    for (let i = this.queue.length; i > 0; i--) this.#announce();
  }

  #announce(): void {
    const world = activeWorld();
    const arrival = Math.max(world.time + world.random.skewed(FASTEST, SLOWEST), this.#lastArrival);
    this.#lastArrival = arrival;
    world.messagesUnderWay++;
    world.after(arrival - world.time, () => {
      world.messagesUnderWay--;
      this.#loop?.addInput(this, () => this.#deliver());
    });
  }

  #deliver(): void {
    if (this.isClosed || this.queue.length === 0) return;
    this.emit('message', this.queue.shift());
  }
}

export class SimulatedChannel {
  readonly port1: SimulatedPort = new SimulatedPort();
  readonly port2: SimulatedPort = new SimulatedPort();

  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}
