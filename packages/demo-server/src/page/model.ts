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
import type { Sample } from '../figures/sample.js';

/** The last run of an approach, as far as the page knows it. */
export interface RunView {
  state: RunState;
  readonly turns: Turn[];
}

/** Number of idle seconds that are looked back on, and the least number that says something. */
const IDLE_WINDOW = 10;
const IDLE_LEAST = 3;
/** Delay of an idle loop up to which figures are trusted, in ms; on a quiet machine it is a tenth of that. */
const IDLE_LIMIT = 1;

const BUSY = new Set<RunState['phase']>(['starting', 'warming up', 'measuring']);

/** Collects what the page shows from the server's events. It does not touch the document. */
export class Model {
  about = '';
  approaches: readonly ApproachInfo[] = [];
  limits: RunLimits | undefined;
  self: Sample | undefined;
  /** The hold under way, else the last one; undefined before the first. */
  block: BlockState | undefined;
  readonly #runs = new Map<string, RunView>();
  /** Delays of the page's own server while it had nothing to do: p99 of each second, in ms. */
  #idleDelays: number[] = [];

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
      case 'self':
        this.self = event.sample;
        if (this.busy() === undefined && !this.blocking)
          this.#idleDelays = [...this.#idleDelays, event.sample.loopDelay.p99].slice(-IDLE_WINDOW);
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

  /**
   * The delay of an idle loop on this machine, in ms, if it is too long to trust figures taken here, because other programs have the CPUs;
   * undefined otherwise. It is the median of the last idle seconds, so that a single second does not decide.
   */
  get disturbance(): number | undefined {
    if (this.#idleDelays.length < IDLE_LEAST) return undefined;
    const delay = this.#idleDelays.toSorted((a, b) => a - b)[this.#idleDelays.length >> 1];
    return delay > IDLE_LIMIT ? delay : undefined;
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
