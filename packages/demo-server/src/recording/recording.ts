import { approachById } from '../approaches/approaches.js';
import type { Recording } from '../figures/recording.js';

/** What is read of a published result of the bench. */
export interface BenchResult {
  readonly startedAt: string;
  readonly complete: boolean;
  readonly node: string;
  readonly environment: { readonly cpu: string; readonly cores: number };
  readonly approaches: readonly string[];
  readonly cells: readonly {
    readonly id: string;
    /** Values of each approach, in their order. */
    readonly values: Readonly<Record<string, readonly (readonly number[])[]>>;
  }[];
}

/** 100 documents a quote, as fast as it goes: what "Run all" does. */
const CELL = '100-full';

/** The recorded run that the page begins with. Error for a result that is not complete, or of another experiment. */
export function recordingOf(result: BenchResult): Recording {
  const cell = result.cells.find(({ id }) => id === CELL);
  if (cell === undefined || !result.complete) throw new Error(`the result has no complete cell ${CELL}`);
  const { cpu, cores } = result.environment;
  return {
    date: result.startedAt.slice(0, 10),
    machine: `${cpu}, ${cores} CPUs, Node.js ${result.node}, embedded member`,
    documents: 100,
    rows: result.approaches.flatMap((id, at) => {
      const approach = approachById(id);
      if (approach?.byDefault !== true) return [];
      const waits = cell.values['pingP99'][at];
      return [{ id, title: approach.title, waits, answers: cell.values['requestsPerSecond'][at] }];
    }),
  };
}
