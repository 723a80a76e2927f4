import { WorkOfOthers } from '@offloop/tools/measure';

import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { Turn } from '../figures/live-events.js';
import type { Outcome } from '../figures/outcome.js';
import type { TurnOrder } from '../load/load.js';
import type { Task } from '../load/plan.js';
import { startServer, type ApproachServer } from './approach-server.js';
import { LoadChild } from './load-child.js';

/** The load that every approach gets in its turns. */
export interface TurnLoad {
  readonly task: Task;
  readonly connections: number;
  /** Requests a second. Absent: a connection sends its next request when it has its answer. */
  readonly rate?: number;
}

/** Seconds of a turn: long enough for several answers to each connection, short enough to see all approaches soon. */
export const TURN_SECONDS = 1;

/** Seconds for which all approaches are warmed up at once; together they keep all CPUs busy. */
const WARM_UP_SECONDS = 0.75;

/**
 * The processes of several approaches, all alive, and one load that they get in turns, so that other work on the machine affects all of
 * them alike. A process rests between its turns.
 */
export class Lineup {
  readonly #stop = new AbortController();
  readonly #load = new LoadChild();
  /** The promise of a process that could not be started is rejected. */
  readonly #servers: ReadonlyMap<Approach, Promise<ApproachServer>>;
  readonly #ready: Promise<void>;
  /** Approaches that have had a turn. */
  readonly #begun = new Set<Approach>();

  readonly #knowsOthers: boolean;

  /** Starts all processes at once. */
  constructor(grid: GridSettings, approaches: readonly Approach[]) {
    const { signal } = this.#stop;
    this.#knowsOthers = grid.isEmbedded === true;
    this.#servers = new Map(approaches.map((each) => [each, startServer(grid, each, signal)]));
    const resting = [...this.#servers.values()].map(async (server) => (await server).rest());
    this.#ready = Promise.all([this.#load.ready(), Promise.allSettled(resting)]).then(() => undefined);
    // The first turn rejects with the same error.
    this.#ready.catch(() => undefined);
  }

  /**
   * Puts a load on all approaches at once, which does not count: caches fill, code is compiled, connections are made. A process that fails
   * is left out here, and its first turn rejects.
   */
  async warmUp(load: TurnLoad, seconds: number = WARM_UP_SECONDS): Promise<void> {
    await this.#ready;
    const orders: TurnOrder[] = [];
    for (const [approach, starting] of this.#servers) {
      const server = await starting.catch(() => undefined);
      if (server !== undefined) orders.push({ ...load, port: server.port, approach, seconds, counts: false });
    }
    await this.#load.warmUp(orders);
  }

  /** Runs the next turn of an approach. Resolves to the figures of the turn, and to those of all its turns; rejects if a process fails. */
  async turn(
    approach: Approach,
    load: TurnLoad,
    seconds: number = TURN_SECONDS,
  ): Promise<{ readonly turn: Turn; readonly outcome: Outcome }> {
    const server = await this.#serverOf(approach);
    server.tell(this.#begun.has(approach) ? 'resume' : 'reset');
    this.#begun.add(approach);
    const order = { ...load, port: server.port, approach, seconds, counts: true };
    const others = this.#knowsOthers ? new WorkOfOthers() : undefined;
    const { turn, total } = await this.#load.turn(order);
    const otherWork = others?.take();
    const { sample, report } = await server.rest();
    const { rate } = load;
    return {
      turn: {
        sample,
        requestsPerSecond: turn.requestsPerSecond,
        ...(turn.ping === undefined ? {} : { slowestPing: turn.ping.max }),
        ...(otherWork === undefined ? {} : { otherWork }),
      },
      outcome: {
        approach: approach.id,
        load: total,
        server: report,
        ...(rate === undefined ? {} : { rate }),
      },
    };
  }

  /** Ends all processes, whatever they do; a turn under way rejects. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const ended = [...this.#servers.values()].map(async (server) => (await server).stop());
    await Promise.all([this.#load.stop(), Promise.allSettled(ended)]);
  }

  /** Resolves to the processes of an approach. Rejects with the reason if they could not be started. */
  async #serverOf(approach: Approach): Promise<ApproachServer> {
    // A process that is still starting would disturb this turn.
    await this.#ready;
    const server = await this.#servers.get(approach);
    if (server === undefined) throw new Error(`${approach.id} is not part of this comparison`);
    return server;
  }
}
