import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { LiveEvent, PingSample, RunPhase, RunRecord, RunState } from '../figures/live-events.js';
import type { Sample } from '../figures/sample.js';
import type { Task } from '../load/plan.js';
import { measure } from '../measure/measure.js';
import type { CheckedOrder } from './run-limits.js';
import { runUnderWay } from './run-under-way.js';

interface Run {
  state: RunState;
  readonly samples: Sample[];
  readonly pings: PingSample[];
}

const WARM_UP_SECONDS = 2;

/** Takes orders for runs, one at a time, and keeps the last run of each approach for pages that come later. */
export class RunDesk {
  readonly #grid: GridSettings;
  readonly #tell: (event: LiveEvent) => void;
  readonly #isBusy: () => boolean;
  readonly #runs = new Map<string, Run>();
  #nextId = 1;
  #current: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;

  /** @param isBusy whether something else is under way that a load would disturb */
  constructor(grid: GridSettings, tell: (event: LiveEvent) => void, isBusy: () => boolean) {
    this.#grid = grid;
    this.#tell = tell;
    this.#isBusy = isBusy;
  }

  get busy(): boolean {
    return this.#current !== undefined;
  }

  records(): RunRecord[] {
    return [...this.#runs.values()];
  }

  /** Begins the runs of an order. HttpError 409 while others are under way. */
  start(order: CheckedOrder): readonly RunState[] {
    if (this.busy || this.#isBusy()) throw runUnderWay();
    const stop = new AbortController();
    const runs = order.approaches.map((approach) => this.#enter(order, approach));
    const done = this.#runAll(order, runs, stop.signal).finally(() => {
      this.#current = undefined;
    });
    this.#current = { stop, done };
    return runs.map(({ state }) => state);
  }

  /** Ends what is under way; resolves when its processes are gone. */
  async stop(): Promise<void> {
    this.#current?.stop.abort();
    await this.#current?.done;
  }

  #enter(order: CheckedOrder, approach: Approach): Run {
    const { workload, connections, seconds, rate, items, n } = order;
    const id = this.#nextId++;
    const state: RunState = {
      id,
      approach: approach.id,
      workload,
      connections,
      seconds,
      size: workload === 'fib' ? n : items,
      phase: 'waiting',
      ...(rate === undefined ? {} : { rate }),
    };
    const run: Run = { state, samples: [], pings: [] };
    this.#runs.set(`${workload} ${approach.id}`, run);
    this.#tell({ type: 'run', state });
    return run;
  }

  async #runAll(order: CheckedOrder, runs: readonly Run[], signal: AbortSignal): Promise<void> {
    for (const [index, run] of runs.entries()) {
      if (signal.aborted) this.#change(run, 'stopped');
      else await this.#run(order, order.approaches[index], run, signal);
    }
  }

  async #run(order: CheckedOrder, approach: Approach, run: Run, signal: AbortSignal): Promise<void> {
    const { connections, seconds, rate } = order;
    let startedAt = 0;
    try {
      const trial = {
        approach,
        task: taskOf(order, this.#grid),
        connections,
        seconds,
        warmUpSeconds: WARM_UP_SECONDS,
        rate,
        fork: 1,
      };
      const watcher = {
        onPhase: (phase: RunPhase) => {
          if (phase === 'measuring') startedAt = performance.now();
          this.#change(run, phase);
        },
        onSample: (sample: Sample) => {
          // Messages that come after the load has ended are dropped.
          if (sample.at > seconds * 1_000) return;
          run.samples.push(sample);
          this.#tell({ type: 'sample', run: run.state.id, sample });
        },
        onPing: (ping: Omit<PingSample, 'at'>) => {
          const sample = { ...ping, at: performance.now() - startedAt };
          run.pings.push(sample);
          this.#tell({ type: 'ping', run: run.state.id, ping: sample });
        },
      };
      const outcome = await measure(this.#grid, trial, watcher, signal);
      const phase = signal.aborted ? 'stopped' : 'done';
      this.#change(run, phase, outcome === undefined ? {} : { outcome });
    } catch (error) {
      this.#change(run, 'failed', { reason: error instanceof Error ? error.message : String(error) });
    }
  }

  #change(run: Run, phase: RunPhase, more: Pick<RunState, 'outcome' | 'reason'> = {}): void {
    run.state = { ...run.state, phase, ...more };
    this.#tell({ type: 'run', state: run.state });
  }
}

function taskOf({ workload, items, n }: CheckedOrder, { catalogue }: GridSettings): Task {
  return workload === 'fib' ? { workload, n } : { workload, catalogue, items };
}
