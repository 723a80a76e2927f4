import type {
  ApproachInfo,
  BlockState,
  LiveEvent,
  RunLimits,
  RunState,
  Turn,
  WorkloadName,
} from '../figures/live-events.js';
import type { Outcome } from '../figures/outcome.js';

/** The last run of an approach, as far as the page knows it. */
export interface RunView {
  state: RunState;
  readonly turns: Turn[];
}

const BUSY = new Set<RunState['phase']>(['starting', 'warming up', 'measuring']);

/** Collects what the page shows from the server's events. It does not touch the document. */
export class Model {
  about = '';
  approaches: readonly ApproachInfo[] = [];
  limits: RunLimits | undefined;
  /** The hold under way, else the last one; undefined before the first. */
  block: BlockState | undefined;
  readonly #runs = new Map<string, RunView>();

  apply(event: LiveEvent): void {
    switch (event.type) {
      case 'snapshot':
        this.about = event.about;
        this.approaches = event.approaches;
        this.limits = event.limits;
        this.block = event.block;
        this.#runs.clear();
        for (const { state, turns } of event.runs) this.#runs.set(keyOf(state), { state, turns: [...turns] });
        break;
      case 'run':
        this.#change(event.state);
        break;
      case 'block':
        this.block = event.state;
        break;
      case 'turn':
        this.#take(event.run, event.turn, event.outcome);
        break;
    }
  }

  approachesOf(workload: WorkloadName): readonly ApproachInfo[] {
    return this.approaches.filter((each) => each.workloads.includes(workload));
  }

  run(workload: WorkloadName, approach: string): RunView | undefined {
    return this.#runs.get(keyOf({ workload, approach }));
  }

  /** Returns the title by which visitors know an approach; its id if the approach is unknown. */
  titleOf(id: string): string {
    return this.approaches.find((each) => each.id === id)?.title ?? id;
  }

  /** True if threads are held. */
  get blocking(): boolean {
    return this.block?.phase === 'starting' || this.block?.phase === 'held';
  }

  /** Returns one of the runs under way; undefined if there is none. */
  busy(): RunState | undefined {
    return [...this.#runs.values()].map(({ state }) => state).find(isBusy);
  }

  /** True if an order would be refused. A run that began by itself does not refuse it, but gives way. */
  get refuses(): boolean {
    return this.blocking || this.busy()?.automatic === false;
  }

  /** Returns the runs of a workload that took turns with each other most recently. */
  latest(workload: WorkloadName): readonly RunView[] {
    const runs = [...this.#runs.values()].filter(({ state }) => state.workload === workload);
    const order = Math.max(...runs.map(({ state }) => state.order));
    return runs.filter(({ state }) => state.order === order);
  }

  #change(state: RunState): void {
    const key = keyOf(state);
    const known = this.#runs.get(key);
    // A new run of the same approach begins with empty charts.
    if (known?.state.id === state.id) known.state = state;
    else this.#runs.set(key, { state, turns: [] });
  }

  #take(id: number, turn: Turn, outcome: Outcome): void {
    for (const run of this.#runs.values()) {
      if (run.state.id !== id) continue;
      run.turns.push(turn);
      run.state = { ...run.state, outcome };
    }
  }
}

export function isBusy({ phase }: RunState): boolean {
  return BUSY.has(phase);
}

/** Returns the CSS class that gives an approach its colour and dash: by family, and by its place among those of the same family. */
export function seriesClass(approach: ApproachInfo, among: readonly ApproachInfo[]): string {
  const kin = among.filter(({ family }) => family === approach.family);
  return `series-${approach.family}-${kin.indexOf(approach)}`;
}

function keyOf({ workload, approach }: Pick<RunState, 'workload' | 'approach'>): string {
  return `${workload} ${approach}`;
}
