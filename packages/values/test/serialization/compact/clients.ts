import type { CompactSerializer } from '../../../src/compact/compact-serializer.js';
import { CompactTypes } from '../../../src/compact/compact-types.js';
import { SchemaAbsent } from '../../../src/compact/schema/schema-absent.js';
import { Schema } from '../../../src/compact/schema/schema.js';
import { DataDecoder } from '../../../src/serialization/data-decoder.js';
import { DEFAULT_SERIALIZATION, type SerializationSettings } from '../../../src/serialization/settings.js';
import { encode } from '../encode.js';
import { HeapData, inside, officialService, type OfficialData, type OfficialService } from '../official.js';

export interface OfficialSchema {
  readonly typeName: string;
  readonly schemaId: { readonly high: number; readonly low: number; toString(): string };
  readonly fields: { readonly fieldName: string; readonly kind: number }[];
}
const OfficialSchemaClass = inside('serialization/compact/Schema', 'Schema');
const OfficialField = inside('serialization/generic_record/FieldDescriptor', 'FieldDescriptor');

export function officialSchema(schema: Pick<Schema, 'typeName' | 'fields'>): OfficialSchema {
  const fields = schema.fields.map(({ fieldName, kind }) => new OfficialField(fieldName, kind));
  return new OfficialSchemaClass(schema.typeName, fields) as unknown as OfficialSchema;
}

/** Our serialization and the schemas it knows; what it has to replicate is known at once. */
export class OurSide {
  settings: SerializationSettings;
  #decoder: DataDecoder;

  constructor(serializers: readonly CompactSerializer[], isBigEndian: boolean = true) {
    this.settings = { ...DEFAULT_SERIALIZATION, isBigEndian, compact: new CompactTypes(serializers) };
    const { schemas } = this.settings.compact;
    schemas.source = {
      replicate: async (schema) => schemas.add(schema),
      fetch: () => Promise.reject(new Error('there is none')),
    };
    this.#decoder = new DataDecoder(this.settings);
  }

  /** The same with other settings. */
  with(settings: SerializationSettings): this {
    this.settings = settings;
    this.#decoder = new DataDecoder(settings);
    return this;
  }

  get schemas(): readonly Schema[] {
    return this.settings.compact.schemas.all;
  }

  learn(schemas: readonly { readonly typeName: string; readonly fields: readonly unknown[] }[]): void {
    for (const { typeName, fields } of schemas) {
      this.settings.compact.schemas.add(new Schema(typeName, fields as Schema['fields']));
    }
  }

  encode(value: unknown): Buffer {
    for (;;) {
      try {
        return encode(value, this.settings);
      } catch (error) {
        if (!(error instanceof SchemaAbsent)) throw error;
        void error.ready();
      }
    }
  }

  decode(bytes: Buffer): unknown {
    return this.#decoder.decodeData(bytes, 0, bytes.length);
  }
}

/** The same of the official client. */
export class TheirSide {
  readonly #service: OfficialService;
  readonly #schemas = new Map<string, OfficialSchema>();

  constructor(serializers: readonly CompactSerializer[], isBigEndian: boolean = true) {
    this.#service = officialService(
      { compact: { serializers }, isBigEndian },
      { get: (id: unknown) => this.#schemas.get(String(id)) },
    );
  }

  get schemas(): readonly OfficialSchema[] {
    return [...this.#schemas.values()];
  }

  learn(schemas: readonly Pick<Schema, 'typeName' | 'fields'>[]): void {
    for (const each of schemas) {
      const schema = officialSchema(each);
      this.#schemas.set(schema.schemaId.toString(), schema);
    }
  }

  encode(value: unknown): Buffer {
    for (;;) {
      try {
        return this.#service.toData(value).toBuffer();
      } catch (error) {
        const { schema } = error as { schema?: OfficialSchema };
        if (schema === undefined) throw error;
        this.#schemas.set(schema.schemaId.toString(), schema);
      }
    }
  }

  decode(bytes: Buffer): unknown {
    return this.#service.toObject(new HeapData(bytes) as unknown as OfficialData);
  }
}
