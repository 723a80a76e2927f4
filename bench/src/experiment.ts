/**
 * The one contract between the harness and an experiment. The harness knows rounds, processes, statistics and tables;
 * an experiment knows what is measured. Everything here that crosses into a child process is plain JSON.
 */

/**
 * The runs in which a cell or an approach takes part: `quick` in all, `default` in all but those with `--quick`, `full` in those with
 * `--full`.
 */
export const Tier = { QUICK: 'quick', DEFAULT: 'default', FULL: 'full' } as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** One workload: a row of the tables. */
export interface Cell {
  /** Id that never changes and is unique within the experiment; `--filter` matches it. */
  readonly id: string;
  readonly title: string;
  readonly tier: Tier;
}

/** One way to do the work: a column of the tables. */
export interface Approach {
  readonly name: string;
  readonly tier: Tier;
}

/** A figure that is measured for each cell. */
export interface Figure {
  readonly key: string;
  readonly title: string;
  readonly better: 'higher' | 'lower';
  /** True if its ratios belong in the summary table. */
  readonly headline: boolean;
  /** Text that says how to read it, and its traps; printed below its table. */
  readonly note?: string;
}

type More = Partial<Pick<Figure, 'headline' | 'note'>>;

export function higher(key: string, title: string, { headline = false, ...note }: More = {}): Figure {
  return { key, title, better: 'higher', headline, ...note };
}

export function lower(key: string, title: string, { headline = false, ...note }: More = {}): Figure {
  return { key, title, better: 'lower', headline, ...note };
}

/** A figure that somebody else published for a cell. It is printed beside ours and never compared, as it comes from another machine. */
export interface Published {
  readonly cell: string;
  readonly figure: string;
  readonly column: string;
  readonly value: number;
}

/**
 * Makes a column of throughputs (or of another figure), or of their ratios, that somebody else published.
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
 * The ways to confine an experiment's children. `affinity` pins them to one CPU; `apart` gives them all, with their threads and the
 * member's on CPUs of their own.
 */
export type Confinement = 'affinity' | 'apart';

/** The times for which a child works, in seconds. */
export interface Timing {
  /** Warm-up of a process, before its first cell. */
  readonly processWarmup: number;
  /** Warm-up before each cell's window. */
  readonly cellWarmup: number;
  /** Length of the measured window of a cell. */
  readonly window: number;
}

/** The settings that a child gets. */
export interface RunContext {
  readonly approach: string;
  /** Ids of the cells, in the order to measure them. */
  readonly cells: readonly string[];
  readonly timing: Timing;
  /** Seed of the contents, so that both processes of a pair see the same bytes. */
  readonly seed: number;
  /** Address of a member, `host:port`; null if the experiment needs none. */
  readonly cluster: string | null;
  /** Process id of that member; null if it was not started by us. */
  readonly memberPid?: number | null;
  /** The data that the experiment's `setUp` made. */
  readonly shared?: unknown;
  /** Called with the id of each cell that is begun; it does not cross into a child. */
  readonly onCell?: (cell: string) => void;
}

/** The data that all children of a run share, whatever their approach. */
export interface SetUp {
  /** The data itself, as plain JSON. */
  readonly shared: unknown;
  /** Text for the caption. */
  readonly note: string;
  stop(): Promise<void>;
}

/** Values by the keys of figures; null where this approach or this Node.js has no such figure. */
export type Figures = Readonly<Record<string, number | null>>;

/**
 * A function that returns a figure of each pair, null where it was not measured. The list is empty if the cell or the approach did not take
 * part.
 */
export type Values = (cell: string, figure: string, approach: string) => readonly (number | null)[];

export interface CellResult {
  readonly cell: string;
  readonly figures: Figures;
}

export interface Experiment {
  readonly name: string;
  readonly title: string;
  /** Paragraph for the table's caption that says how it is done. */
  readonly method: string;
  readonly needsMember: boolean;
  /** Packages that it compares; default `hazelcast-client` and `offloop`. The report names their versions. */
  readonly packages?: readonly string[];
  /** True if the member must have the SQL engine; default false. A run with such an experiment has it for all. */
  readonly needsSql?: boolean;
  /** Warm-ups and windows as a multiple of those of other experiments; default 1. Work in process is steady after much less. */
  readonly pace?: number;
  /** Tier below which runs that name no experiment leave it out; default `quick`. */
  readonly tier?: Tier;
  /** CPUs that its children get. Where the machine does not allow this, the experiment is left out, with a message. */
  readonly confinement?: Confinement;
  readonly cells: readonly Cell[];
  /** Approaches, of which the first is the baseline. */
  readonly approaches: readonly Approach[];
  readonly figures: readonly Figure[];
  readonly published?: readonly Published[];
  /** Returns conclusions drawn from the figures, by arithmetic that is shown: Markdown, printed below the summary. */
  remarks?(values: Values): string;
  /** Runs once, in the parent, before the first child. If the experiment needs no member, `context.cluster` is that of `--cluster`. */
  setUp?(context: Omit<RunContext, 'approach'> & { readonly approaches: readonly string[] }): Promise<SetUp>;
  /** Measures the cells, in a fresh child process. Rejects on the first wrong answer: figures of a broken run are worth nothing. */
  run(context: RunContext): Promise<CellResult[]>;
}
