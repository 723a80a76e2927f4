import { messages, schemaId } from '@offloop/wire/protocol';
import type { StructOf, WireUuid } from '@offloop/wire/protocol';

import type { Handlers } from '../../calls/handlers.js';

type Schema = StructOf<'Schema'>;

/** The schemas of Compact values, which clients send and ask for. Of the values this member knows nothing. */
export class SchemaService {
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

  #add(schema: Schema): void {
    const fields = [...schema.fields].sort(({ fieldName: a }, { fieldName: b }) => (a < b ? -1 : 1));
    const { high, low } = schemaId(schema.typeName, fields);
    this.#schemas.set((BigInt(high) << 32n) | BigInt(low >>> 0), { ...schema, fields });
  }
}
