import type { PictureRow } from '../figures/recording.js';
import { milliseconds, number } from './format.js';
import { median } from './median.js';
import { isApart, ratioOf, type Ratio } from './ratio.js';

/** Ids of the approaches that a verdict is about, and of those that it compares with: the first that is present counts. */
const FIRST = ['workers', 'workers-fib'];
const BASE = ['official', 'sync'];

export function firstOf(rows: readonly PictureRow[]): PictureRow | undefined {
  return rows.find(({ id }) => FIRST.includes(id));
}

export function baseOf(rows: readonly PictureRow[]): PictureRow | undefined {
  return BASE.map((base) => rows.find(({ id }) => id === base)).find((each) => each !== undefined);
}

export function areComparable(rows: readonly PictureRow[]): boolean {
  return firstOf(rows) !== undefined && baseOf(rows) !== undefined;
}

/** Least number of rounds for which an interval says something. */
const LEAST_ROUNDS = 3;

/** The result of a comparison, in a sentence or two. */
export interface Verdict {
  /** True if the text says what the figures show; false if it says why they show nothing yet. */
  readonly isHeadline: boolean;
  readonly text: string;
}

/** Returns what the rows show, or why they show nothing yet. @param doubt sentence on the machine, for rows that show no difference */
export function verdictOf(rows: readonly PictureRow[], doubt: string = ''): Verdict {
  const first = firstOf(rows);
  const base = baseOf(rows);
  if (first === undefined || base === undefined)
    return none('Nothing to compare: “Run all” measures all approaches by turns.');
  const rounds = first.waits.length;
  if (rounds < LEAST_ROUNDS) return none(`No headline yet: it takes ${LEAST_ROUNDS} rounds.`);
  const waits = ratioOf(base.waits, first.waits);
  const answers = ratioOf(first.answers, base.answers);
  if (waits === undefined || answers === undefined)
    return none('No headline: in some turns there was no answer at all.');
  if (!isApart(waits) && !isApart(answers))
    return none(
      `No headline after ${rounds} rounds: neither what others wait ${interval(waits)} ` +
        `nor the answers ${interval(answers)} of ${first.title} and ${base.title} differ by more than chance.${doubt}`,
    );
  const text = `${waitsText(waits, first, base)} ${answersText(answers, first, base)}`;
  return { isHeadline: true, text };
}

export function none(text: string): Verdict {
  return { isHeadline: false, text };
}

function waitsText(waits: Ratio, first: PictureRow, base: PictureRow): string {
  const [own, others] = [first, base].map((row) => milliseconds(median(row.waits)));
  const both = `While ${first.title} answers, other requests wait ${own}. With ${named(base)} they wait ${others}`;
  if (!isApart(waits)) return `${both}, which is no difference ${interval(waits)}.`;
  return waits.value > 1
    ? `${both}, ${rounded(waits.value)} times as long.`
    : `${both}: ${first.title} lets them wait ${rounded(1 / waits.value)} times as long.`;
}

function answersText(answers: Ratio, first: PictureRow, base: PictureRow): string {
  if (!isApart(answers)) return `Both answer about as many requests ${interval(answers)}.`;
  const less = answers.value < 1 ? 'only ' : '';
  return `${first.title} answers ${less}${rounded(answers.value)} times as many requests as ${named(base)}.`;
}

/** Returns a title as it stands in a sentence. */
function named({ id, title }: PictureRow): string {
  return id === 'official' ? `the ${title}` : title;
}

/** Rounds to two digits: the exact interval is in the picture, behind the bar. */
function rounded(ratio: number): string {
  return number(Number(ratio.toPrecision(2)));
}

function interval({ from, to }: Ratio): string {
  return `[${number(from)}, ${number(to)}]`;
}
