import { Heap } from './heap.js';
import type { Random } from '@offloop/tools/random';

type Callback = () => void;

/** A timer as Node.js hands it out. */
export class SimulatedTimer {
  readonly loop: EventLoop;
  readonly order: number;
  at: number;
  readonly callback: Callback;
  /** Milliseconds between two runs; undefined: it runs once. */
  readonly interval: number | undefined;
  isActive = true;
  isReferenced = true;

  constructor(loop: EventLoop, order: number, at: number, callback: Callback, interval: number | undefined) {
    this.loop = loop;
    this.order = order;
    this.at = at;
    this.callback = callback;
    this.interval = interval;
  }

  ref(): this {
    this.isReferenced = true;
    return this;
  }

  unref(): this {
    this.isReferenced = false;
    return this;
  }

  hasRef(): boolean {
    return this.isReferenced;
  }
}

export class SimulatedImmediate {
  readonly callback: Callback;
  isActive = true;

  constructor(callback: Callback) {
    this.callback = callback;
  }
}

interface Input {
  readonly source: object;
  readonly run: Callback;
}

const PHASES = 4;

/**
 * The event loop of one thread, with the phases of Node.js: timers that are due, input, immediates, closed handles. One
 * callback runs at a time, so that other threads can do something between any two of them.
 */
export class EventLoop {
  readonly name: string;
  /** Until then it runs nothing: it is at work, or blocked. */
  busyUntil = 0;
  isDead = false;
  /** Sockets and ports that keep the thread alive. */
  readonly handles: Set<object> = new Set<object>();
  readonly #random: Random;
  readonly #timers = new Heap<SimulatedTimer>();
  readonly #active = new Set<SimulatedTimer>();
  #input: Input[] = [];
  #immediates: SimulatedImmediate[] = [];
  #closed: Callback[] = [];
  #phase = 0;
  /** What is left of the present phase. */
  #queue: Callback[] = [];
  #next = 0;
  /** Milliseconds; Node.js starts timers by the time at which the turn began, in whole ones. */
  #turnTime = 0;
  #order = 0;

  constructor(name: string, random: Random) {
    this.name = name;
    this.#random = random;
  }

  setTimer(now: number, callback: Callback, delay: number, repeats: boolean): SimulatedTimer {
    const millis = delay >= 1 && delay <= 0x7fffffff ? Math.trunc(delay) : 1;
    const start = Math.floor(Math.max(this.#turnTime, now));
    const timer = new SimulatedTimer(
      this,
      this.#order++,
      start + millis,
      callback,
      repeats ? millis : undefined,
    );
    if (this.isDead) return timer;
    this.#timers.push(timer);
    this.#active.add(timer);
    return timer;
  }

  clearTimer(timer: SimulatedTimer): void {
    timer.isActive = false;
    this.#active.delete(timer);
  }

  setImmediate(callback: Callback): SimulatedImmediate {
    const immediate = new SimulatedImmediate(callback);
    if (!this.isDead) this.#immediates.push(immediate);
    return immediate;
  }

  /** Something came in. What comes from one source keeps its order. */
  addInput(source: object, run: Callback): void {
    if (!this.isDead) this.#input.push({ source, run });
  }

  addClosed(run: Callback): void {
    if (!this.isDead) this.#closed.push(run);
  }

  /** Timers, handles and callbacks that would keep the thread alive. */
  get isKeptAlive(): boolean {
    if (this.handles.size > 0 || this.#closed.length > 0 || this.#next < this.#queue.length) return true;
    // What a socket has written calls back, also when the socket is closed by then.
    if (this.#input.length > 0) return true;
    if (this.#immediates.some(({ isActive }) => isActive)) return true;
    for (const timer of this.#active) if (timer.isReferenced) return true;
    return false;
  }

  /** What is left behind, referenced or not. */
  get leftovers(): string[] {
    return [
      ...[...this.#active].map(({ interval, callback }) => `timer ${interval ?? ''} ${callback.toString()}`),
      ...this.#immediates.filter(({ isActive }) => isActive).map(() => 'immediate'),
      ...[...this.handles].map((handle) => handle.constructor.name),
    ];
  }

  end(): void {
    this.isDead = true;
    this.#queue = [];
    this.#next = 0;
    this.#input = [];
    this.#immediates = [];
    this.#closed = [];
    this.#active.clear();
    this.handles.clear();
  }

  /** When it has something to run, if nothing else happens. */
  wakesAt(now: number): number {
    if (this.isDead) return Infinity;
    const hasWork =
      this.#next < this.#queue.length ||
      this.#input.length > 0 ||
      this.#immediates.length > 0 ||
      this.#closed.length > 0;
    return Math.max(this.busyUntil, hasWork ? now : this.#nextTimer());
  }

  /** Nothing to run, for want of work and not of time. */
  isIdle(now: number): boolean {
    return this.isDead || (this.busyUntil <= now && this.wakesAt(now) > now);
  }

  /** The next callback; undefined where there is none left to run. */
  take(now: number): Callback | undefined {
    for (let tried = 0; tried <= PHASES; tried++) {
      if (this.#next < this.#queue.length) return this.#queue[this.#next++];
      this.#fill(now);
    }
    return undefined;
  }

  #fill(now: number): void {
    this.#next = 0;
    this.#queue = [];
    this.#phase = (this.#phase + 1) % PHASES;
    switch (this.#phase) {
      case 0:
        this.#turnTime = now;
        this.#takeTimers(now);
        break;
      case 1:
        this.#takeInput();
        break;
      case 2: {
        const immediates = this.#immediates;
        this.#immediates = [];
        this.#queue = immediates.map((immediate) => () => {
          if (immediate.isActive) immediate.callback();
        });
        break;
      }
      default:
        this.#queue = this.#closed;
        this.#closed = [];
    }
  }

  #takeTimers(now: number): void {
    for (
      let timer = this.#timers.peek();
      timer !== undefined && timer.at <= now;
      timer = this.#timers.peek()
    ) {
      this.#timers.pop();
      if (!timer.isActive) continue;
      const due = timer;
      this.#queue.push(() => this.#runTimer(due, now));
    }
  }

  #runTimer(timer: SimulatedTimer, now: number): void {
    if (!timer.isActive) return;
    if (timer.interval === undefined) this.clearTimer(timer);
    else {
      timer.at = Math.floor(now) + timer.interval;
      this.#timers.push(timer);
    }
    timer.callback();
  }

  #takeInput(): void {
    if (this.#input.length <= 1) {
      for (const { run } of this.#input) this.#queue.push(run);
      this.#input.length = 0;
      return;
    }
    const bySource = new Map<object, Callback[]>();
    for (const { source, run } of this.#input) {
      const known = bySource.get(source);
      if (known === undefined) bySource.set(source, [run]);
      else known.push(run);
    }
    this.#input = [];
    this.#queue = this.#random.shuffle([...bySource.values()]).flat();
  }

  #nextTimer(): number {
    for (let timer = this.#timers.peek(); timer !== undefined; timer = this.#timers.peek()) {
      if (timer.isActive) return timer.at;
      this.#timers.pop();
    }
    return Infinity;
  }
}
