import { HazelcastSerializationError } from '../errors/hierarchy.js';
import type { CompactSerializer } from './compact-serializer.js';
import { SchemaWriter, type WrittenSchema } from './payload/schema-writer.js';
import { SchemaRegistry } from './schema/schema-registry.js';

/** A class with a Compact serializer, and its schema. */
export class CompactType {
  readonly serializer: CompactSerializer;
  readonly typeName: string;
  readonly #schemas: SchemaRegistry;
  #written: WrittenSchema | undefined;
  #isKnown = false;

  constructor(serializer: CompactSerializer, schemas: SchemaRegistry) {
    this.serializer = serializer;
    this.typeName = serializer.getTypeName();
    this.#schemas = schemas;
  }

  /** Returns the schema, learned from the first object that is written. Throws SchemaAbsent while it is not in the cluster. */
  schemaFor(object: object): WrittenSchema {
    if (this.#written === undefined) {
      const writer = new SchemaWriter(this.typeName);
      this.serializer.write(writer, object);
      this.#written = writer.build();
    }
    if (!this.#isKnown) {
      this.#schemas.require(this.#written.schema);
      this.#isKnown = true;
    }
    return this.#written;
  }
}

/** The Compact types of one client: those of its classes, and the schemas of the cluster. */
export class CompactTypes {
  readonly schemas: SchemaRegistry = new SchemaRegistry();
  readonly #byClass = new Map<unknown, CompactType>();
  readonly #byName = new Map<string, CompactType>();

  constructor(serializers: readonly CompactSerializer[]) {
    for (const serializer of serializers) {
      const type = new CompactType(serializer, this.schemas);
      this.#byClass.set(serializer.getClass(), type);
      this.#byName.set(type.typeName, type);
    }
  }

  /** True if no class has a serializer. */
  get isEmpty(): boolean {
    return this.#byClass.size === 0;
  }

  byName(typeName: string): CompactType | undefined {
    return this.#byName.get(typeName);
  }

  /** Returns the type of an object's own class; undefined if the class has no serializer. */
  ofObject(object: object): CompactType | undefined {
    return this.#byClass.get((object as { readonly constructor: unknown }).constructor);
  }

  /** Returns the type of an object's own class. Throws HazelcastSerializationError if the class has no serializer. */
  mustBeOf(object: unknown): CompactType {
    const type = typeof object === 'object' && object !== null ? this.ofObject(object) : undefined;
    if (type !== undefined) return type;
    throw new HazelcastSerializationError(
      `No serializer is registered for class/constructor ${classOf(object)}: a field of Compact values takes objects of classes that have a serializer in serialization.compact.serializers, and GenericRecords`,
    );
  }
}

function classOf(object: unknown): string {
  const { constructor } = (object ?? {}) as { readonly constructor?: unknown };
  return typeof constructor === 'function' ? constructor.name : 'without a name';
}
