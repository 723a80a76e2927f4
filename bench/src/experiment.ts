/**
 * The one contract between the harness and an experiment. The harness knows rounds, processes, statistics and tables;
 * an experiment knows what is measured. Everything here that crosses into a child process is plain JSON.
 */

/** When a cell or an approach takes part: `quick` always, `default` unless `--quick`, `full` with `--full` only. */
export const Tier = { QUICK: 'quick', DEFAULT: 'default', FULL: 'full' } as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** One workload: a row of the tables. */
export interface Cell {
  /** Stable, unique within the experiment; `--filter` matches it. */
  readonly id: string;
  readonly title: string;
  readonly tier: Tier;
}

/** One way to do the work: a column of the tables. */
export interface Approach {
  readonly name: string;
  readonly tier: Tier;
  /** Flags for the child's `node`, e.g. `--max-semi-space-size=128`. */
  readonly nodeArgs?: readonly string[];
}

/** One thing measured of each cell. */
export interface Figure {
  readonly key: string;
  readonly title: string;
  readonly better: 'higher' | 'lower';
  /** Whether its ratios belong in the summary table. */
  readonly headline: boolean;
  /** How to read it, and its traps; printed under its table. */
  readonly note?: string;
}

type More = Partial<Pick<Figure, 'headline' | 'note'>>;

export function higher(key: string, title: string, { headline = false, ...note }: More = {}): Figure {
  return { key, title, better: 'higher', headline, ...note };
}

export function lower(key: string, title: string, { headline = false, ...note }: More = {}): Figure {
  return { key, title, better: 'lower', headline, ...note };
}

/** A figure that somebody else published for a cell: printed beside ours, never compared (another machine). */
export interface Published {
  readonly cell: string;
  readonly figure: string;
  readonly column: string;
  readonly value: number;
}

/**
 * A column of throughputs (or of another figure), or of their ratios, that somebody else published.
 *
 * @param values in the order of `cells`
 */
export function publishedColumn(
  column: string,
  cells: readonly string[],
  values: readonly number[],
  figure: string = 'opsPerSecond',
): Published[] {
  return cells.map((cell, i) => ({ cell, figure, column, value: values[i] }));
}

/**
 * How a process comes to have one CPU: pinned to it, or by the quota of a control group. `apart`: it has all, but its threads and the
 * member's are kept on CPUs of their own.
 */
export type Confinement = 'affinity' | 'quota' | 'apart';

/** How long a child works, in seconds. */
export interface Timing {
  /** Once a process, before its first cell. */
  readonly processWarmup: number;
  /** Before each cell's window. */
  readonly cellWarmup: number;
  /** The measured window of a cell. */
  readonly window: number;
}

/** What a child is told. */
export interface RunContext {
  readonly approach: string;
  /** Cell ids in the order to measure them. */
  readonly cells: readonly string[];
  readonly timing: Timing;
  /** Decides contents, so that both sides of a pair see the same bytes. */
  readonly seed: number;
  /** `host:port` of a member; `null` when the experiment needs none. */
  readonly cluster: string | null;
  /** Process id of that member; `null` when it is not ours. */
  readonly memberPid?: number | null;
  /** What the experiment's `setUp` made. */
  readonly shared?: unknown;
  /** To be told which cell is begun; it does not cross into a child. */
  readonly onCell?: (cell: string) => void;
}

/** What all children of a run share, whatever their approach. */
export interface SetUp {
  /** Plain JSON. */
  readonly shared: unknown;
  /** For the caption. */
  readonly note: string;
  stop(): Promise<void>;
}

/** Figure key → value; `null` where this approach or this Node has no such figure. */
export type Figures = Readonly<Record<string, number | null>>;

/** A figure of each pair, `null` where it was not measured; nothing where the cell or the approach did not take part. */
export type Values = (cell: string, figure: string, approach: string) => readonly (number | null)[];

export interface CellResult {
  readonly cell: string;
  readonly figures: Figures;
  /** Loop delay in ms at the quantiles of `DELAY_QUANTILES`, for the plot. */
  readonly delayQuantiles?: readonly number[];
}

export interface Experiment {
  readonly name: string;
  readonly title: string;
  /** How it is done, for the table's caption: one paragraph. */
  readonly method: string;
  readonly needsMember: boolean;
  /** Whether the member must have the SQL engine; default false. A run that has such an experiment has it for all. */
  readonly needsSql?: boolean;
  /** Warm-ups and windows as a multiple of everybody's; default 1. Work in process is steady after much less. */
  readonly pace?: number;
  /** Number of pairs as a multiple of everybody's, but for `--quick`; default 1. Many and short (`pace`): for differences that are small. */
  readonly pairsFactor?: number;
  /** Runs that name no experiment leave it out below this; default `quick`. */
  readonly tier?: Tier;
  /** What its children get of the machine; where the machine does not let us, the experiment is left out, loudly. */
  readonly confinement?: Confinement;
  readonly cells: readonly Cell[];
  /** The first is the baseline. */
  readonly approaches: readonly Approach[];
  readonly figures: readonly Figure[];
  readonly published?: readonly Published[];
  /** Conclusions drawn from the figures, by arithmetic that is shown: Markdown, printed under the summary. */
  remarks?(values: Values): string;
  /** Runs once, in the parent, before the first child. `context.cluster` is that of `--cluster` alone. */
  setUp?(context: Omit<RunContext, 'approach'> & { readonly approaches: readonly string[] }): Promise<SetUp>;
  /** Runs in a fresh child process. Rejects on the first wrong answer: figures of a broken run are worth nothing. */
  run(context: RunContext): Promise<CellResult[]>;
}
