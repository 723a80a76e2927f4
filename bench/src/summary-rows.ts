/** A row of README's table: one cell, and the figure of it that is in each of the columns. */
export interface SummaryRow {
  readonly title: string;
  readonly experiment: string;
  readonly cell: string;
  readonly figures: readonly [throughput: string, wait: string, cpu: string];
}

export const SUMMARY_COLUMNS = [
  'Answers/s',
  'Wait for the loop, p99',
  'CPU of the process per answer',
] as const;

const CLOSED = ['opsPerSecond', 'loopWaitP99', 'processCpuMicros'] as const;

/** The rows of README's table, loads of an application's day: a rate, full load, a large value, a blocked loop, one CPU. */
export const SUMMARY_ROWS: readonly SummaryRow[] = [
  {
    title: 'A rate: 20,000 gets a second, 1 KB each (wait: for the answer, p99)',
    experiment: 'regimes',
    cell: 'paced-20000',
    figures: ['answeredPerSecond', 'dueP99', 'processCpuPercent'],
  },
  {
    title: 'Full load: get 1 KB, 256 in flight',
    experiment: 'get-set',
    cell: 'get-1KB-c256',
    figures: CLOSED,
  },
  {
    title: 'Large values: get 100 KB, 256 in flight',
    experiment: 'get-set',
    cell: 'get-100KB-c256',
    figures: CLOSED,
  },
  {
    title: 'A busy loop: 0.1 ms of work on each answer',
    experiment: 'busy',
    cell: 'get-1KB-c256-work100us',
    figures: CLOSED,
  },
  { title: 'One CPU: get 1 KB, 256 in flight', experiment: 'one-cpu', cell: 'get-1KB-c256', figures: CLOSED },
];

/** The approaches that the rows compare. */
export const SUMMARY_APPROACHES = ['official', 'offloop'] as const;
