import { messages, type StructOf, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';

/** Error code of SQL errors without a code of their own. */
const GENERIC = -1;

/** Registers the messages of SQL, which all answer that this member has no SQL engine. */
export function registerSql(handlers: Handlers, memberUuid: WireUuid): void {
  const m = messages.sql;
  const error: StructOf<'SqlError'> = {
    code: GENERIC,
    message:
      'the embedded member has no SQL engine: SQL needs a Hazelcast member with the module hazelcast-sql',
    originatingMemberId: memberUuid,
    suggestion: null,
  };
  handlers.on(m.execute, (call) =>
    call.respond(m.execute, { rowMetadata: null, rowPage: null, updateCount: -1n, error }),
  );
  handlers.on(m.fetch, (call) => call.respond(m.fetch, { rowPage: null, error }));
  handlers.on(m.close, (call) => call.void());
}
