import type { PictureRow } from '../figures/recording.js';
import { milliseconds, number } from './format.js';
import { inverse, isApart, ratioOf, type Ratio } from './ratio.js';

/** Whom it is about, and whom they are compared with: the first of these that there is. */
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

/** Rounds of which an interval says something. */
const LEAST_ROUNDS = 3;

/** What the rows come to, in a sentence or two; or why they come to nothing yet. */
export function verdictOf(rows: readonly PictureRow[]): string {
  const first = firstOf(rows);
  const base = baseOf(rows);
  if (first === undefined || base === undefined)
    return 'Nothing to compare: “Run all” measures all approaches by turns.';
  const rounds = first.waits.length;
  if (rounds < LEAST_ROUNDS) return `No headline yet: it takes ${LEAST_ROUNDS} rounds.`;
  const waits = ratioOf(base.waits, first.waits);
  const answers = ratioOf(first.answers, base.answers);
  if (waits === undefined || answers === undefined)
    return 'No headline: in some turns there was no answer at all.';
  if (!isApart(waits) && !isApart(answers))
    return (
      `No headline after ${rounds} rounds: neither what others wait ${interval(waits)} ` +
      `nor the answers ${interval(answers)} of ${first.title} and ${base.title} differ by more than chance.`
    );
  return `${waitsText(waits, first, base)} ${answersText(answers, base)}`;
}

function waitsText(waits: Ratio, first: PictureRow, base: PictureRow): string {
  const [own, others] = [first, base].map((row) => milliseconds(median(row.waits)));
  if (!isApart(waits))
    return `Others wait ${own} while ${first.title} answers, no more and no less than with the ${base.title} ${interval(waits)}.`;
  const times =
    waits.value > 1
      ? `${others} with the ${base.title}: ${ratioText(waits)} as long`
      : `${others} with the ${base.title}; that is ${ratioText(inverse(waits))} as long with ${first.title}`;
  return `While ${first.title} answers, others wait ${own}; they wait ${times}.`;
}

function answersText(answers: Ratio, base: PictureRow): string {
  if (!isApart(answers)) return `It answers about as many requests ${interval(answers)}.`;
  const less = answers.value < 1 ? 'only ' : '';
  return `It answers ${less}${ratioText(answers)} as many requests as the ${base.title}.`;
}

function ratioText(ratio: Ratio): string {
  return `${number(ratio.value)} times ${interval(ratio)}`;
}

function interval({ from, to }: Ratio): string {
  return `[${number(from)}, ${number(to)}]`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
