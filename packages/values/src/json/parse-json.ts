import { describe } from '../errors/describe.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';

/** Policies for reading JSON values: as parsed objects, or as text in a `HazelcastJsonValue`. */
export const JsonStringDeserializationPolicy = {
  EAGER: 'EAGER',
  NO_DESERIALIZATION: 'NO_DESERIALIZATION',
} as const;
export type JsonStringDeserializationPolicy =
  (typeof JsonStringDeserializationPolicy)[keyof typeof JsonStringDeserializationPolicy];

/** Parses JSON. Throws a SyntaxError for other text, as the engine does, but without quoting it: its `code` is that of values. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = new SyntaxError(`the stored JSON, ${describe(text)}, is not valid${placeOf(error)}`);
    throw Object.assign(problem, { code: HazelcastSerializationError.code });
  }
}

/** Returns where the text is wrong, if the engine says so. */
function placeOf(error: unknown): string {
  const message = String(error);
  if (message.startsWith('SyntaxError: Unexpected end')) return ': it ends too early';
  const place = / at (position \d+)/.exec(message);
  return place === null ? '' : ` at ${place[1]}`;
}
