import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { nameOfClass, type ClassDefinition } from './class-definition.js';

/**
 * Most memory that definitions learned from bytes may take, roughly; one past it is read again with each object. The writers to
 * the cluster decide how many class versions there are, and how long the names of their fields.
 */
const MAX_LEARNED_BYTES = 16 * 1024 * 1024;
const FIELD_BYTES = 256;

/** The class definitions that a client knows: from objects it has written and, up to a limit, from those it has read. */
export class DefinitionRegistry {
  /** Definitions by factory, class and version. */
  readonly #definitions = new Map<number, Map<number, Map<number, ClassDefinition>>>();
  #learnedBytes = 0;

  find(factoryId: number, classId: number, version: number): ClassDefinition | undefined {
    return this.#definitions.get(factoryId)?.get(classId)?.get(version);
  }

  /**
   * Adds the definition of an object to be written, and returns the registered one.
   *
   * Throws HazelcastSerializationError if the same class version is known with other fields.
   */
  register(definition: ClassDefinition): ClassDefinition {
    const { factoryId, classId, version } = definition;
    const known = this.find(factoryId, classId, version);
    if (known === undefined) {
      this.#put(definition);
      return definition;
    }
    const difference = definition.differenceFrom(known);
    if (difference !== null) {
      throw new HazelcastSerializationError(
        `Incompatible class definition with same class id: ${definition.classId}. The ${nameOfClass(definition)}, is known with other fields: this one has ${difference}; a change of fields needs a version of its own`,
      );
    }
    return known;
  }

  /** Adds a definition that was read from bytes, and returns the registered one. Throws as {@link register}. */
  learn(definition: ClassDefinition): ClassDefinition {
    const { factoryId, classId, version } = definition;
    if (this.find(factoryId, classId, version) === undefined) {
      const bytes = bytesOf(definition);
      if (this.#learnedBytes + bytes > MAX_LEARNED_BYTES) return definition;
      this.#learnedBytes += bytes;
    }
    return this.register(definition);
  }

  #put(definition: ClassDefinition): void {
    const classes = inner(this.#definitions, definition.factoryId);
    inner(classes, definition.classId).set(definition.version, definition);
  }
}

function bytesOf({ fields }: ClassDefinition): number {
  let bytes = FIELD_BYTES;
  for (const name of fields.keys()) bytes += FIELD_BYTES + 3 * name.length;
  return bytes;
}

function inner<V>(outer: Map<number, Map<number, V>>, key: number): Map<number, V> {
  let found = outer.get(key);
  if (found === undefined) outer.set(key, (found = new Map()));
  return found;
}
