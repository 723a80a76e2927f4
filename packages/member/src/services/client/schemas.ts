import { Schema, SchemaRegistry, type FieldDescriptor } from '@offloop/values';
import { messages, type StructOf, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { Schemas } from '../../query/compact.js';
import { reading } from '../../query/input.js';

/** Registers the messages about schemas of Compact values. Returns the schemas, which other clients and queries need. */
export function registerSchemas(handlers: Handlers, memberUuid: WireUuid): Schemas {
  const m = messages.client;
  const schemas = new SchemaRegistry();
  const add = ({ typeName, fields }: StructOf<'Schema'>): void => {
    // The schema itself checks the kinds.
    reading(() => schemas.add(new Schema(typeName, fields as readonly FieldDescriptor[])));
  };
  handlers.on(m.sendSchema, (call) => {
    add(call.decode(m.sendSchema).schema);
    call.respond(m.sendSchema, { replicatedMembers: [memberUuid] });
  });
  handlers.on(m.fetchSchema, (call) => {
    const { schemaId } = call.decode(m.fetchSchema);
    const found = schemas.find(Number(schemaId >> 32n), Number(BigInt.asIntN(32, schemaId)));
    const schema = found === undefined ? null : { typeName: found.typeName, fields: [...found.fields] };
    call.respond(m.fetchSchema, { schema });
  });
  handlers.on(m.sendAllSchemas, (call) => {
    for (const schema of call.decode(m.sendAllSchemas).schemas) add(schema);
    call.void();
  });
  return schemas;
}
