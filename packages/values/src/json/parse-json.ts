import { describe } from '../errors/describe.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';

/** What `get` gives for JSON values: parsed objects, or the text in a `HazelcastJsonValue`. */
export const JsonStringDeserializationPolicy = {
  EAGER: 'EAGER',
  NO_DESERIALIZATION: 'NO_DESERIALIZATION',
} as const;
export type JsonStringDeserializationPolicy =
  (typeof JsonStringDeserializationPolicy)[keyof typeof JsonStringDeserializationPolicy];

/** Throws HazelcastSerializationError for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = `is not valid${placeOf(error)}`;
    // As the official client's, a SyntaxError; not the engine's own, whose message quotes the text.
    throw new HazelcastSerializationError(
      `the stored JSON, ${describe(text)}, ${why}`,
      new SyntaxError(`the text ${why}`),
    );
  }
}

/** Where it is not, if the engine says so. */
function placeOf(error: unknown): string {
  const message = String(error);
  if (message.startsWith('SyntaxError: Unexpected end')) return ': it ends too early';
  const place = / at (position \d+)/.exec(message);
  return place === null ? '' : ` at ${place[1]}`;
}
