import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { OpenLoop } from '@offloop/tools/measure';

import { runCannon } from './cannon.js';
import type { TurnOrder, TurnResult } from './load.js';
import { pacedParts, type Part } from './paced.js';
import { startPings } from './pings.js';
import { planRequests } from './plan.js';
import { Tally } from './tally.js';

/** Most connections for pings: behind a blocked server many of them wait. */
const PING_SOCKETS = 64;

/** Part of a turn that is enough: the rest is not worth another run of autocannon. */
const ENOUGH = 3 / 4;

/** Seconds after which a turn is given up, beyond three times its length. */
const GRACE_SECONDS = 30;

/**
 * Makes the load on one server, a turn at a time, by autocannon with pings beside it.
 *
 * Autocannon is given a number of requests instead of a time, because at the end of a time it drops the requests under way. Their work
 * would disturb the next turn, which is another server's, and a server that works on many at once would seem slower than it is. The number
 * is what the server answered in such a time before. All connections make equally many, so that all are busy to the end.
 */
export class Turns {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: PING_SOCKETS });
  readonly #total = new Tally();
  /** Requests a second in the last run. */
  #speed = 0;
  #nextRequest = 0;

  constructor(port: number) {
    this.#port = port;
  }

  async take(order: TurnOrder): Promise<TurnResult> {
    const turn = new Tally();
    const tallies = order.counts ? [turn, this.#total] : [turn];
    let left = order.seconds;
    do {
      await this.#run(order, left, tallies);
      left = order.seconds - turn.millis / 1_000;
    } while (left > order.seconds * (1 - ENOUGH));
    return { turn: turn.result(), total: this.#total.result() };
  }

  async #run(order: TurnOrder, seconds: number, tallies: readonly Tally[]): Promise<void> {
    const { approach, task, connections, rate } = order;
    const each = Math.max(1, Math.round((this.#speed * seconds) / connections));
    const parts: readonly Part[] =
      rate === undefined ? [{ connections, each, startMillis: 0 }] : pacedParts(rate, connections, seconds);
    const asked = parts.reduce((sum, part) => sum + part.connections * part.each, 0);
    let pings: OpenLoop | undefined;
    const common = {
      port: this.#port,
      requests: planRequests(approach, task),
      mostSeconds: 3 * seconds + GRACE_SECONDS,
      onStart: () => void (pings ??= startPings(this.#port, this.#agent, tallies)),
    };
    const runs = parts.map(async ({ startMillis, ...part }) => {
      const first = (this.#nextRequest += part.each);
      await sleep(startMillis);
      return runCannon({ ...common, ...part, first });
    });
    // At a given rate a turn may end without a request under way: it lasts its full time all the same.
    const least = rate === undefined ? 1 : seconds * 1_000;
    const [results] = await Promise.all([Promise.all(runs), sleep(least)]).finally(() => pings?.stop());
    await pings?.ended;
    const end = Math.max(...results.map(({ finish }) => finish.getTime()));
    const millis = Math.max(least, end - Math.min(...results.map(({ start }) => start.getTime())));
    this.#speed = (asked * 1_000) / millis;
    for (const tally of tallies) tally.ran(asked, millis, results);
  }
}
