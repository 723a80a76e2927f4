import { describeError } from '../../errors/describe.js';
import { HazelcastJsonValue } from '../hazelcast-json-value.js';
import { cannotSerialize } from './serialization-error.js';

/** The JSON text that stands for an object. Throws HazelcastSerializationError for what has none. */
export function jsonOf(value: object): string {
  if (value instanceof HazelcastJsonValue) return value.toString();
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw cannotSerialize(value, jsonProblem(error), error);
  }
  if (text === undefined) throw cannotSerialize(value, 'JSON.stringify makes nothing of it');
  return text;
}

/** The two that the engine itself finds, in words; all others are thrown by the value's own code. */
function jsonProblem(error: unknown): string {
  const message = error instanceof TypeError ? error.message : '';
  if (message.startsWith('Converting circular structure')) return 'it is circular, which JSON cannot be';
  if (message.endsWith('serialize a BigInt')) return 'there is a bigint in it, which JSON does not have';
  return `${describeError(error)} was thrown`;
}
