import { messages, schemaId, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { Schema, Schemas } from '../../query/compact.js';

/** Stores the schemas of Compact values that clients send, for other clients and for queries. */
export class SchemaService implements Schemas {
  readonly #memberUuid: WireUuid;
  readonly #schemas: Map<bigint, Schema> = new Map();

  constructor(memberUuid: WireUuid) {
    this.#memberUuid = memberUuid;
  }

  register(handlers: Handlers): void {
    const m = messages.client;
    handlers.on(m.sendSchema, (call) => {
      this.#add(call.decode(m.sendSchema).schema);
      call.respond(m.sendSchema, { replicatedMembers: [this.#memberUuid] });
    });
    handlers.on(m.fetchSchema, (call) => {
      const schema = this.#schemas.get(call.decode(m.fetchSchema).schemaId) ?? null;
      call.respond(m.fetchSchema, { schema });
    });
    handlers.on(m.sendAllSchemas, (call) => {
      for (const schema of call.decode(m.sendAllSchemas).schemas) this.#add(schema);
      call.void();
    });
  }

  /** Returns the schema with this id; undefined if no client has sent it. */
  find(id: bigint): Schema | undefined {
    return this.#schemas.get(id);
  }

  #add(schema: Schema): void {
    const fields = [...schema.fields].sort(({ fieldName: a }, { fieldName: b }) => (a < b ? -1 : 1));
    const { high, low } = schemaId(schema.typeName, fields);
    this.#schemas.set((BigInt(high) << 32n) | BigInt(low >>> 0), { ...schema, fields });
  }
}
