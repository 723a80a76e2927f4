import { HazelcastSerializationError, IllegalStateError } from '../../errors/hierarchy.js';
import { SchemaAbsent } from './schema-absent.js';
import type { Schema } from './schema.js';

/** Access to the cluster's schemas. Both methods add the schema to the registry once it is in the cluster. */
export interface SchemaSource {
  /** Sends a schema to the cluster. Rejects with IllegalStateError if not every member came to have it. */
  replicate(schema: Schema): Promise<void>;
  /** Asks the cluster for a schema by its id. Rejects with HazelcastSerializationError if it does not know the id. */
  fetch(high: number, low: number): Promise<void>;
}

/** The schemas that this client knows to be in the cluster. Only values of these can be written and read. */
export class SchemaRegistry {
  /** Access to the cluster; undefined in compute threads, which have none. */
  source: SchemaSource | undefined;
  /** The schemas by the lower half of their ids. */
  readonly #schemas = new Map<number, Schema[]>();
  #last: Schema | undefined;

  get all(): readonly Schema[] {
    return [...this.#schemas.values()].flat();
  }

  /** Returns the schema with this id; undefined if it is not known. */
  find(high: number, low: number): Schema | undefined {
    const last = this.#last;
    if (last !== undefined && last.low === low && last.high === high) return last;
    const found = this.#schemas.get(low)?.find((schema) => schema.high === high);
    if (found !== undefined) this.#last = found;
    return found;
  }

  /** Adds a schema. Throws IllegalStateError if another schema has the same id. */
  add(schema: Schema): void {
    const { high, low, typeName } = schema;
    const known = this.find(high, low);
    if (known === undefined) {
      const others = this.#schemas.get(low);
      if (others === undefined) this.#schemas.set(low, [schema]);
      else others.push(schema);
    } else if (!known.equals(schema)) {
      throw new IllegalStateError(
        `the schemas of Compact types '${known.typeName}' and '${typeName}' have the same id, ${idText(high, low)}`,
      );
    }
  }

  /** Throws SchemaAbsent unless the schema is in the cluster. */
  require(schema: Schema): void {
    const { high, low, typeName } = schema;
    const known = this.find(high, low);
    if (known === schema) return;
    if (known !== undefined) {
      this.add(schema);
      return;
    }
    const message = `the schema of Compact type '${typeName}' is not in the cluster yet`;
    throw this.#absent(message, (source) => source.replicate(schema));
  }

  /** Returns the schema with this id. Throws SchemaAbsent if it is not known yet. */
  get(high: number, low: number): Schema {
    const schema = this.find(high, low);
    if (schema !== undefined) return schema;
    const message = `the Compact schema with the id ${idText(high, low)} is not known here`;
    throw this.#absent(message, (source) => source.fetch(high, low));
  }

  #absent(message: string, ready: (source: SchemaSource) => Promise<void>): Error {
    const { source } = this;
    if (source !== undefined) return new SchemaAbsent(message, () => ready(source));
    return new HazelcastSerializationError(`${message}, and compute threads have no way to ask for it`);
  }
}

/** Formats a schema's id as sixteen hexadecimal digits. */
export function idText(high: number, low: number): string {
  const digits = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
  return digits(high) + digits(low);
}
