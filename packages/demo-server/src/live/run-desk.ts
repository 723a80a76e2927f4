import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { LiveEvent, RunPhase, RunRecord, RunState, Turn } from '../figures/live-events.js';
import { runUnderWay } from '../http/http-error.js';
import type { Task } from '../load/plan.js';
import { Lineup, TURN_SECONDS, type TurnLoad } from '../measure/lineup.js';
import type { CheckedOrder } from './run-limits.js';

interface Run {
  state: RunState;
  readonly approach: Approach;
  readonly turns: Turn[];
}

interface Current {
  readonly automatic: boolean;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Processes that were started and warmed up before their order came. */
interface Prepared {
  readonly order: CheckedOrder;
  readonly lineup: Lineup;
  readonly isWarm: Promise<void>;
}

/** Takes orders for runs, one at a time, and keeps the last run of each approach for pages that come later. */
export class RunDesk {
  readonly #grid: GridSettings;
  readonly #tell: (event: LiveEvent) => void;
  readonly #isBusy: () => boolean;
  readonly #runs = new Map<string, Run>();
  #nextId = 1;
  #nextOrder = 1;
  #current: Current | undefined;
  #prepared: Prepared | undefined;

  /** @param isBusy returns true while something is under way that a load would disturb */
  constructor(grid: GridSettings, tell: (event: LiveEvent) => void, isBusy: () => boolean) {
    this.#grid = grid;
    this.#tell = tell;
    this.#isBusy = isBusy;
  }

  get busy(): boolean {
    return this.#current !== undefined;
  }

  /** True if an order would begin now. */
  get isFree(): boolean {
    return !this.busy && !this.#isBusy();
  }

  records(): RunRecord[] {
    return [...this.#runs.values()].map(({ state, turns }) => ({ state, turns }));
  }

  /** Starts the processes of an order that is to come, so that its first figures come soon after it. */
  prepare(order: CheckedOrder): void {
    this.#prepared = this.#open(order);
  }

  /**
   * Begins the runs of an order. Throws HttpError 409 while others are under way.
   *
   * @param automatic true if any other order ends these runs. Default false.
   */
  start(
    order: CheckedOrder,
    automatic = false,
  ): { readonly runs: readonly RunState[]; readonly ended: Promise<void> } {
    if (!this.isFree) throw runUnderWay();
    const stop = new AbortController();
    const number = this.#nextOrder++;
    const runs = order.approaches.map((approach) => this.#enter(order, approach, number, automatic));
    const ended = this.#runAll(order, runs, stop.signal).finally(() => {
      this.#current = undefined;
    });
    this.#current = { automatic, stop, ended };
    return { runs: runs.map(({ state }) => state), ended };
  }

  /** Ends the run under way if nobody ordered it, and resolves when its processes have ended. */
  async giveWay(): Promise<void> {
    if (this.#current?.automatic === true) await this.stop();
  }

  /** Ends the run under way, and resolves when its processes have ended. */
  async stop(): Promise<void> {
    this.#current?.stop.abort();
    await this.#current?.ended;
  }

  /** Ends the run under way, and the processes that were prepared for another. */
  async close(): Promise<void> {
    await this.stop();
    await this.#prepared?.lineup.stop();
  }

  #enter(order: CheckedOrder, approach: Approach, number: number, automatic: boolean): Run {
    const { workload } = order;
    const id = this.#nextId++;
    const state: RunState = {
      id,
      order: number,
      automatic,
      approach: approach.id,
      workload,
      phase: 'starting',
    };
    const run: Run = { state, approach, turns: [] };
    this.#runs.set(`${workload} ${approach.id}`, run);
    this.#tell({ type: 'run', state });
    return run;
  }

  async #runAll(order: CheckedOrder, runs: readonly Run[], signal: AbortSignal): Promise<void> {
    const { lineup, isWarm } = this.#take(order) ?? this.#open(order);
    // A turn under way fails when its processes go, and so ends at once.
    const abort = (): void => void lineup.stop();
    signal.addEventListener('abort', abort);
    for (const run of runs) this.#enterPhase(run, 'warming up');
    await isWarm;
    const load = this.#loadOf(order);
    const rounds = Math.ceil(order.seconds / TURN_SECONDS);
    for (let round = 0; round < rounds; round++) {
      for (const run of runs) {
        if (!signal.aborted && run.state.phase !== 'failed') await this.#takeTurn(run, load, lineup, signal);
      }
    }
    signal.removeEventListener('abort', abort);
    await lineup.stop();
    // Last, since a page may send its next order as soon as it hears of this.
    for (const run of runs) {
      if (run.state.phase !== 'failed') this.#enterPhase(run, signal.aborted ? 'stopped' : 'done');
    }
  }

  #open(order: CheckedOrder): Prepared {
    const lineup = new Lineup(this.#grid, order.approaches);
    // A load that fails here fails again in the first turn, which reports it.
    const isWarm = lineup.warmUp(this.#loadOf(order)).catch(() => undefined);
    return { order, lineup, isWarm };
  }

  #take(order: CheckedOrder): Prepared | undefined {
    if (this.#prepared?.order !== order) return undefined;
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared;
  }

  async #takeTurn(run: Run, load: TurnLoad, lineup: Lineup, signal: AbortSignal): Promise<void> {
    if (run.state.phase !== 'measuring') this.#enterPhase(run, 'measuring');
    try {
      const { turn, outcome } = await lineup.turn(run.approach, load);
      run.state = { ...run.state, outcome };
      run.turns.push(turn);
      this.#tell({ type: 'turn', run: run.state.id, turn, outcome });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) this.#enterPhase(run, 'failed', reason);
    }
  }

  #enterPhase(run: Run, phase: RunPhase, reason?: string): void {
    run.state = { ...run.state, phase, ...(reason === undefined ? {} : { reason }) };
    this.#tell({ type: 'run', state: run.state });
  }

  #loadOf({ workload, items, n, connections, rate }: CheckedOrder): TurnLoad {
    const { catalogue } = this.#grid;
    const task: Task = workload === 'fib' ? { workload, n } : { workload, catalogue, items };
    return { task, connections, ...(rate === undefined ? {} : { rate }) };
  }
}
