import { Schema, SchemaRegistry, type FieldDescriptor } from '@offloop/values';
import { messages, type StructOf, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { Schemas } from '../../query/compact.js';
import { reading } from '../../query/input.js';

/** Stores the schemas of Compact values that clients send, for other clients and for queries. */
export class SchemaService {
  readonly #memberUuid: WireUuid;
  readonly #schemas = new SchemaRegistry();

  constructor(memberUuid: WireUuid) {
    this.#memberUuid = memberUuid;
  }

  get schemas(): Schemas {
    return this.#schemas;
  }

  register(handlers: Handlers): void {
    const m = messages.client;
    handlers.on(m.sendSchema, (call) => {
      this.#add(call.decode(m.sendSchema).schema);
      call.respond(m.sendSchema, { replicatedMembers: [this.#memberUuid] });
    });
    handlers.on(m.fetchSchema, (call) => {
      const { schemaId } = call.decode(m.fetchSchema);
      const found = this.#schemas.find(Number(schemaId >> 32n), Number(BigInt.asIntN(32, schemaId)));
      const schema = found === undefined ? null : { typeName: found.typeName, fields: [...found.fields] };
      call.respond(m.fetchSchema, { schema });
    });
    handlers.on(m.sendAllSchemas, (call) => {
      for (const schema of call.decode(m.sendAllSchemas).schemas) this.#add(schema);
      call.void();
    });
  }

  #add({ typeName, fields }: StructOf<'Schema'>): void {
    // The schema itself checks the kinds.
    reading(() => this.#schemas.add(new Schema(typeName, fields as readonly FieldDescriptor[])));
  }
}
