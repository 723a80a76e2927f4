import { IllegalArgumentError } from '../errors/hierarchy.js';

/**
 * JSON text that members store as JSON, so that predicates and indexes can look into it.
 *
 * The text is kept as it is: whether it is valid JSON is not checked.
 */
export class HazelcastJsonValue {
  private readonly jsonString: string;

  /** Throws {@link IllegalArgumentError} when the argument is not a string. */
  constructor(jsonString: string) {
    if (typeof jsonString !== 'string') {
      throw new IllegalArgumentError(`HazelcastJsonValue wants a string of JSON, not ${typeof jsonString}`);
    }
    this.jsonString = jsonString;
  }

  /** Returns the JSON text. */
  toString(): string {
    return this.jsonString;
  }
}
