import { inspect } from 'node:util';

/** What must be in no error and no log line. */
export const SECRET = 'hunter2-is-planted';
/** The same as a number, for where no number belongs. */
export const PIN = 4_815_162_342;

class Vault {
  readonly password: string = SECRET;
}

function circular(): object {
  const value: Record<string, unknown> = { password: SECRET };
  value['self'] = value;
  return value;
}

/** Values of every kind with the secret in them, most of which are wrong wherever they are given. */
export const PLANTED: readonly (readonly [kind: string, value: unknown])[] = [
  ['a string', SECRET],
  ['a number', PIN],
  ['a bigint', BigInt(PIN)],
  ['a symbol', Symbol(SECRET)],
  ['a function', { [SECRET]: () => SECRET }[SECRET]],
  ['an object', { password: SECRET }],
  ['an array', [SECRET, [SECRET]]],
  ['an array of two types', ['a', 1, SECRET]],
  ['an object of a class', new Vault()],
  ['a Map', new Map([[SECRET, SECRET]])],
  ['an Error', new Error(SECRET)],
  ['a Buffer', Buffer.from(SECRET)],
  ['a circular object', circular()],
  ['an object with a bigint', { password: SECRET, n: 1n }],
  ['a Date that is none', Object.assign(new Date(NaN), { password: SECRET })],
  ['an object with a constructor property', { constructor: { name: SECRET }, n: 1n }],
  ['an object with a name and a tag', { [Symbol.toStringTag]: SECRET, name: SECRET, n: 1n }],
  ['an object made into text', { toString: () => SECRET, [Symbol.toPrimitive]: () => SECRET }],
  ['an object of another format', { factoryId: 1, classId: 1, readData: 1, writeData: 1, password: SECRET }],
  ['an object without a serializer', { hzCustomId: 99, password: SECRET }],
];

/** Whether it holds the secret: its message, stack, details and causes, everything of it that can be printed. */
export function tells(error: unknown): boolean {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  for (let each: unknown = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    const { message, stack, ...own } = each as Error & Record<string, unknown>;
    texts.push(String(each), message, stack ?? '', JSON.stringify(own));
  }
  texts.push(inspect(error, { depth: Infinity, showHidden: true, maxStringLength: null }));
  return textTells(texts.join('\n'));
}

/** What is wrong with an error, which must be there and not tell; undefined if nothing is. */
export function indiscretion(error: unknown, what: string): string | undefined {
  if (!(error instanceof Error)) return `${what}: no error`;
  return tells(error) ? `${what}: ${error.constructor.name}: ${error.message}` : undefined;
}

export function textTells(text: string): boolean {
  // A part of it is too much as well.
  return /hunter2|planted/.test(text) || /4_?815_?162_?342/.test(text);
}
