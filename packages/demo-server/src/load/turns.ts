import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { debuglog } from 'node:util';

import { HttpClient } from './http-client.js';
import type { TurnOrder, TurnResult } from './load.js';
import { pingClient, startPings } from './pings.js';
import { planRequests } from './plan.js';
import { startRequests } from './requests.js';
import { Tally } from './tally.js';

const debug = debuglog('offloop-demo');

/**
 * The load on one server, a turn at a time. The connections stay between the turns. A turn ends when its last answer is in:
 * all the work of its requests was done in its time, and none of it is left to disturb the next turn, which is another server's.
 */
export class Turns {
  readonly #client: HttpClient;
  readonly #bystander: HttpClient;
  readonly #total = new Tally();

  constructor(port: number, connections: number) {
    this.#client = new HttpClient(port, connections);
    this.#bystander = pingClient(port);
  }

  async take({ approach, task, millis, rate, counts }: TurnOrder): Promise<TurnResult> {
    const tally = new Tally();
    const begunAt = performance.now();
    const pings = startPings(this.#bystander, tally);
    const loop = startRequests({
      client: this.#client,
      requests: planRequests(approach, task),
      ...(rate === undefined ? {} : { rate }),
      onAnswer: (waited, right) => tally.answer(waited, right),
      onError: (error) => {
        debug('%s: %s', approach.id, error.message);
        tally.error();
      },
    });
    await sleep(millis);
    await loop.stop();
    tally.lasted(performance.now() - begunAt);
    await pings.stop();
    if (counts) this.#total.add(tally);
    return { turn: tally.result(), total: this.#total.result() };
  }
}
