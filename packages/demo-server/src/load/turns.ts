import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { runCannon } from './cannon.js';
import type { TurnOrder, TurnResult } from './load.js';
import { pacedParts, type Part } from './paced.js';
import { planRequests } from './plan.js';
import { Tally } from './tally.js';
import { Watch } from './watch.js';

/** Connections for pings: behind a blocked server many wait. */
const PING_SOCKETS = 64;

/** The part of a turn that is not worth another run. */
const REST = 1 / 4;

/**
 * The load on one server, a turn at a time: autocannon, and pings beside it.
 *
 * Autocannon is given a number of requests, not a time: at the end of a time it drops requests under way. Their work would disturb
 * the next turn, which is another server's, and a server that works on many at once would seem slower than it is. The number is
 * what the server answered before in such a time. All connections make equally many, so that all are busy to the end.
 */
export class Turns {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: PING_SOCKETS });
  readonly #total = new Tally();
  /** Answers a second in the last run; 0 when there was none. */
  #speed = 0;
  #nextRequest = 0;

  constructor(port: number) {
    this.#port = port;
  }

  async take(order: TurnOrder): Promise<TurnResult> {
    const tally = new Tally();
    let left = order.seconds;
    do {
      await this.#run(order, left, tally);
      left = order.seconds - tally.millis / 1_000;
    } while (left > order.seconds * REST && this.#speed > 0);
    if (order.counts) this.#total.add(tally);
    return { turn: tally.result(), total: this.#total.result() };
  }

  async #run(order: TurnOrder, seconds: number, tally: Tally): Promise<void> {
    const { approach, task, rate } = order;
    const parts =
      rate === undefined ? this.#unpaced(order, seconds) : pacedParts(rate, order.connections, seconds);
    const asked = parts.reduce((sum, { connections, each }) => sum + connections * each, 0);
    // At a given rate there are moments without a request, at the end, too.
    const least = rate === undefined ? 0 : seconds * 1_000;
    const watch = new Watch({
      port: this.#port,
      agent: this.#agent,
      tally,
      title: approach.id,
      answers: rate === undefined ? asked : Infinity,
    });
    const requests = planRequests(approach, task);
    const runs = parts.map(async ({ startMillis, ...part }) => {
      const first = (this.#nextRequest += part.each);
      await sleep(startMillis);
      return runCannon({ port: this.#port, requests, seconds, first, ...part }, watch);
    });
    const [results] = await Promise.all([Promise.all(runs), sleep(least)]).finally(() => watch.stop());
    const millis = await watch.ended();
    this.#speed = millis === 0 ? 0 : (asked * 1_000) / millis;
    tally.ran(asked, Math.max(millis, least), results);
  }

  #unpaced({ connections }: TurnOrder, seconds: number): Part[] {
    const each = Math.max(1, Math.round((this.#speed * seconds) / connections));
    return [{ connections, each, startMillis: 0 }];
  }
}
