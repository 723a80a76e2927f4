export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
export function tally(report: object | undefined, exitCode: number | null): Counts;
export function unfinishedLines(report: object | undefined): string[];
export function closingLine(counts: Counts): string;
