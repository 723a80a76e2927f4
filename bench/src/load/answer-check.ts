import type { Dataset } from './values.js';

/** The whole value is compared in one operation of this many; its length and one character in every one. */
const FULL_CHECK_EVERY = 64;

export class WrongAnswerError extends Error {
  override readonly name: string = 'WrongAnswerError';
}

/** A function that checks an answer. @throws WrongAnswerError unless the value is what `fill` wrote */
export type AnswerCheck = (turn: number, index: number, value: unknown) => void;

export function answerCheck({ keys, values, valueBytes }: Dataset): AnswerCheck {
  const expected = values.map((variants) => variants[0]);
  return (turn, index, value) => {
    // the position walks over the value, so that in time every byte is looked at
    const position = (turn * 31) % valueBytes;
    if (
      typeof value !== 'string' ||
      value.length !== valueBytes ||
      value.charCodeAt(position) !== expected[index].charCodeAt(position) ||
      (turn % FULL_CHECK_EVERY === 0 && value !== expected[index])
    ) {
      throw wrongAnswer(keys[index], value, expected[index]);
    }
  };
}

export function wrongAnswer(key: string, actual: unknown, expected: string): WrongAnswerError {
  const shown = typeof actual === 'string' ? describe(actual) : String(actual);
  return new WrongAnswerError(`${key}: expected ${describe(expected)}, got ${shown}`);
}

function describe(text: string): string {
  return `${JSON.stringify(text.slice(0, 12))}… (${text.length} characters)`;
}
