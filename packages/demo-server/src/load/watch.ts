import type { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { debuglog } from 'node:util';

import type { OpenLoop } from '@offloop/tools/measure';

import type { CannonListener } from './cannon.js';
import { startPings } from './pings.js';
import type { Tally } from './tally.js';

const debug = debuglog('offloop-demo');

export interface WatchOptions {
  readonly port: number;
  readonly agent: Agent;
  readonly tally: Tally;
  /** Who is loaded. */
  readonly title: string;
  /** After so many answers there are no more pings. */
  readonly answers: number;
}

/** Looks on while autocannons are at work: when they begin and end, and what a ping waits meanwhile. */
export class Watch implements CannonListener {
  readonly #options: WatchOptions;
  #pings: OpenLoop | undefined;
  #begunAt = 0;
  #lastAt = 0;
  #answered = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  onStart(): void {
    if (this.#pings !== undefined) return;
    const { port, agent, tally } = this.#options;
    this.#begunAt = performance.now();
    this.#pings = startPings(port, agent, tally);
  }

  onResponse(): void {
    this.#lastAt = performance.now();
    if (++this.#answered === this.#options.answers) this.stop();
  }

  onError({ message }: Error): void {
    debug('%s: %s', this.#options.title, message);
  }

  /** No more pings. */
  stop(): void {
    this.#pings?.stop();
  }

  /** Resolves when the last ping is over, with the milliseconds from the first request to the last answer; 0 without one. */
  async ended(): Promise<number> {
    await this.#pings?.ended;
    return Math.max(0, this.#lastAt - this.#begunAt);
  }
}
