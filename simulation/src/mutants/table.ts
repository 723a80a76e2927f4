import type { Mutation } from './mutation.js';

export interface Finding {
  readonly mutation: Mutation;
  /** The first life that differed; undefined if none did, or the process ended otherwise. */
  readonly seed: number | undefined;
  /** Which oracle spoke; undefined: none. */
  readonly oracle: string | undefined;
  readonly message: string;
}

/** A row for each rule that mistakes have broken, in alphabetical order; those that nobody found come last. */
export function tableOf(findings: readonly Finding[]): string {
  const found = findings.flatMap(({ oracle }) => oracle ?? []);
  const rules: readonly (string | undefined)[] = [...new Set(found)].toSorted();
  const table = [
    ['rule', 'mistakes', 'highest seed', 'in'],
    ...[...rules, undefined].flatMap((rule) => {
      const those = findings.filter(({ oracle }) => oracle === rule);
      if (those.length === 0) return [];
      const highest = Math.max(...those.map(({ seed }) => seed ?? 0));
      const areas = new Set(those.map(({ mutation }) => mutation.area));
      return [
        [
          rule ?? 'NOT FOUND',
          String(those.length),
          highest === 0 ? '-' : String(highest),
          [...areas].join(', '),
        ],
      ];
    }),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column].length)));
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}
