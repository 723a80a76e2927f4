import { readFileSync, writeFileSync } from 'node:fs';
import type { Mutation } from './mutation.js';

export interface Finding {
  readonly mutation: Mutation;
  /** The first life that differed; undefined if none did, or the process ended otherwise. */
  readonly seed: number | undefined;
  /** Which oracle spoke; undefined: none. */
  readonly oracle: string | undefined;
  readonly message: string;
}

const BEGIN = '<!-- simulation:mutations -->';
const END = '<!-- /simulation:mutations -->';

/** Puts the table between its markers. */
export function writeTable(path: string, findings: readonly Finding[], seeds: number): void {
  const text = readFileSync(path, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} has no ${BEGIN} … ${END}`);
  writeFileSync(path, `${before}${BEGIN}\n\n${tableOf(findings, seeds)}\n\n${END}${after}`);
}

/** A row for each area, in the order of its first mutation. */
export function tableOf(findings: readonly Finding[], seeds: number): string {
  const areas = [...new Set(findings.map(({ mutation }) => mutation.area))];
  const rows = areas.map((area) => {
    const planted = findings.filter(({ mutation }) => mutation.area === area);
    const found = planted.filter(({ oracle }) => oracle !== undefined);
    const slowest = Math.max(...found.map(({ seed }) => seed ?? 0));
    const missed = planted.length - found.length;
    return [
      area,
      String(planted.length),
      missed === 0 ? 'all' : `${missed} not by ${seeds} lives`,
      found.length === 0 ? 'none' : String(slowest),
    ];
  });
  const table = [['in', 'mistakes', 'found', 'highest seed'], ...rows];
  // As prettier would have it.
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column].length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(table[0]), rule, ...table.slice(1).map(line)].join('\n');
}
