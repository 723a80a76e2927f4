import { HttpError } from './http-error.js';

/** The parameters of a query, each at most once, none that is not in `known`; otherwise HttpError 400. */
export function readQuery<Name extends string>(
  query: URLSearchParams,
  known: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [name, value] of query) {
    if (!Object.hasOwn(known, name)) {
      throw badQuery(`unknown parameter '${name}'`, Object.values(known));
    }
    if (found[name as Name] !== undefined)
      throw badQuery(`parameter '${name}' is given twice`, Object.values(known));
    found[name as Name] = value;
  }
  return found;
}

export function badQuery(message: string, accepted: string | readonly string[]): HttpError {
  return new HttpError(400, 'bad-query', message, accepted);
}

/** A whole number in decimal digits, from `least` to `most`; otherwise HttpError 400. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw badQuery(`${name} is '${text}'`, `${name}: a whole number from ${least} to ${most}`);
}

/** One of the given words; otherwise HttpError 400. */
export function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === text);
  if (word === undefined) throw badQuery(`${name} is '${text}'`, `${name}: ${words.join(', ')}`);
  return word;
}
