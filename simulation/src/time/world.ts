import { EventLoop } from './event-loop.js';
import { Heap, type Timed } from './heap.js';
import { createRandom, type Random } from '@offloop/tools/random';
import { realNextTick, realSetImmediate } from './real.js';

/** Milliseconds that reading the clock takes, so that a loop which waits for time to pass does not wait for ever. */
const CLOCK_COST = 0.0005;
/** Milliseconds that a callback takes, as a rule. */
const CALLBACK_COST = 0.005;
/** Steps after which the real loop turns once, for rejections nobody handles and for signals. */
const REAL_TURN = 4096;

const RESOLVED = Promise.resolve();

interface Happening extends Timed {
  readonly run: () => void;
}

interface Tick {
  readonly loop: EventLoop | undefined;
  readonly run: () => void;
}

export interface WorldEvents {
  /** After each callback of a thread, and each happening. */
  onStep(): void;
  /** No thread has anything to do before time passes. */
  onIdle(): void;
  /** A callback of this thread threw. */
  onUncaught(loop: EventLoop, error: unknown): void;
}

/**
 * One simulated machine park: threads with event loops, and everything that happens outside of them. What comes next is
 * chosen by a seeded generator among what is possible; when nothing is, time jumps.
 */
export class World {
  /** Decides what comes next. */
  readonly random: Random;
  /** What the code under test gets from `Math.random`. */
  readonly productRandom: Random;
  /** The thread whose callback runs. */
  current: EventLoop | undefined;
  steps = 0;
  /** Steps in which a thread ran. In the others something happened outside. */
  turns = 0;
  /** How likely it is that a callback takes much longer than others. */
  hiccups = 0.002;
  /** Part of the time for which a thread is told that it worked. */
  utilization = 0.5;
  /** Virtual milliseconds from which a client with shards of both kinds has something to do for its thread. */
  quietUntil = 0;
  /** The place of such a client's calls, and since when. */
  place: 0 | 1 = 0;
  placeChangedAt: number = -Infinity;
  /** Messages from thread to thread that have not arrived. */
  messagesUnderWay = 0;
  /** A digest of all that happened so far: equal for equal histories. */
  digest = 0;
  readonly #events: WorldEvents;
  readonly #loops: EventLoop[] = [];
  readonly #happenings = new Heap<Happening>();
  readonly #ticks: Tick[] = [];
  /** One array for all steps. */
  readonly #ready: (EventLoop | undefined)[] = [];
  /** When the first of those that are not ready will be. */
  #wakesAt = Infinity;
  #time = 1000;
  #order = 0;
  #isOver = false;

  constructor(seed: number, events: WorldEvents) {
    this.random = createRandom(seed);
    this.productRandom = createRandom(seed + 0x10000000);
    this.#events = events;
  }

  /** Milliseconds. */
  get time(): number {
    return this.#time;
  }

  /** The callback that runs works for so long. */
  spend(millis: number): void {
    this.#time += millis;
  }

  /** What the clock says to the code under test, in ms; reading it takes time. */
  readClock(): number {
    this.#time += CLOCK_COST;
    return this.#time;
  }

  addLoop(name: string): EventLoop {
    const loop = new EventLoop(name, this.random);
    this.#loops.push(loop);
    return loop;
  }

  after(millis: number, run: () => void): void {
    this.#happenings.push({ at: this.#time + millis, order: this.#order++, run });
  }

  addTick(run: () => void): void {
    this.#ticks.push({ loop: this.current, run });
  }

  end(): void {
    this.#isOver = true;
  }

  /** Resolves after `end`; rejects with what the events throw. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      const pump = (): void => {
        try {
          let mayHaveMicrotasks = false;
          while (!mayHaveMicrotasks) {
            if (this.#isOver) return resolve();
            mayHaveMicrotasks = this.#step() || this.steps % REAL_TURN === 0;
          }
        } catch (error) {
          return reject(error);
        }
        // Microtasks run between two steps, all of them, as they do in Node.js between two callbacks: what is asked for by
        // `nextTick` from a microtask waits for all there are.
        if (this.steps % REAL_TURN === 0) realSetImmediate(pump);
        // Half the price of `queueMicrotask`.
        else void RESOLVED.then(later);
      };
      const later = (): void => realNextTick(pump);
      pump();
    });
  }

  /** @returns whether a thread ran: only threads have microtasks. */
  #step(): boolean {
    if (this.#ticks.length > 0) {
      this.#runTicks();
      return true;
    }
    this.current = undefined;
    this.steps++;
    for (;;) {
      const count = this.#findReady();
      if (count > 0) {
        const chosen = this.#ready[count === 1 ? 0 : this.random.below(count)];
        if (chosen === undefined) this.#happen();
        else if (!this.#turn(chosen)) continue;
        // Those come before the microtasks of the callback that asked for them.
        this.#runTicks();
        this.#events.onStep();
        return chosen !== undefined;
      }
      this.#pass();
    }
  }

  #runTicks(): void {
    for (let tick = this.#ticks.shift(); tick !== undefined; tick = this.#ticks.shift()) {
      this.#runIn(tick.loop, tick.run);
    }
  }

  /**
   * Finds the threads with something to do; undefined stands for what happens outside.
   *
   * @returns how many there are at the front of `#ready`.
   */
  #findReady(): number {
    const now = this.#time;
    let count = 0;
    let wakesAt = this.#happenings.peek()?.at ?? Infinity;
    const isHappening = wakesAt <= now;
    for (const loop of this.#loops) {
      const at = loop.wakesAt(now);
      if (at <= now) this.#ready[count++] = loop;
      else if (at < wakesAt) wakesAt = at;
    }
    if (isHappening) this.#ready[count++] = undefined;
    this.#wakesAt = wakesAt;
    return count;
  }

  #happen(): void {
    this.#note(0);
    this.#happenings.pop()!.run();
  }

  #turn(loop: EventLoop): boolean {
    const callback = loop.take(this.#time);
    if (callback === undefined) return false;
    this.turns++;
    this.#note(1 + this.#loops.indexOf(loop));
    // Mostly some microseconds; now and then the scheduler of the system gives the CPU to others.
    loop.busyUntil =
      this.#time + (this.random.chance(this.hiccups) ? this.random.skewed(0.1, 10) : CALLBACK_COST);
    this.#runIn(loop, callback);
    return true;
  }

  #runIn(loop: EventLoop | undefined, run: () => void): void {
    this.current = loop;
    if (loop?.isDead === true) return;
    try {
      run();
    } catch (error) {
      if (loop === undefined) throw error;
      this.#events.onUncaught(loop, error);
    }
  }

  /** Nothing is ready. Time passes until something is. */
  #pass(): void {
    if (this.messagesUnderWay === 0 && this.#loops.every((loop) => loop.isIdle(this.#time)))
      this.#events.onIdle();
    if (this.#wakesAt === Infinity) throw new Error('nothing will ever happen again');
    this.#time = Math.max(this.#time, this.#wakesAt);
  }

  #note(what: number): void {
    this.digest = (Math.imul(this.digest, 31) + what + Math.floor(this.#time * 1000)) | 0;
  }
}
