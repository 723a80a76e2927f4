import { describe } from '../errors/describe.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';

/** Policies for reading JSON values: as parsed objects, or as text in a `HazelcastJsonValue`. */
export const JsonStringDeserializationPolicy = {
  EAGER: 'EAGER',
  NO_DESERIALIZATION: 'NO_DESERIALIZATION',
} as const;
export type JsonStringDeserializationPolicy =
  (typeof JsonStringDeserializationPolicy)[keyof typeof JsonStringDeserializationPolicy];

/** Parses JSON. Throws HazelcastSerializationError for other text, without quoting it. */
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

/** Returns where the text is wrong, if the engine says so. */
function placeOf(error: unknown): string {
  const message = String(error);
  if (message.startsWith('SyntaxError: Unexpected end')) return ': it ends too early';
  const place = / at (position \d+)/.exec(message);
  return place === null ? '' : ` at ${place[1]}`;
}
