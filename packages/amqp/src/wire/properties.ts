import { octet, shortstr, table, timestamp } from './fields.js';
import type { FieldSpec } from './method-spec.js';

/** The properties of a message, in the order in which they are sent. */
export const properties: readonly FieldSpec[] = [
  shortstr('contentType'),
  shortstr('contentEncoding'),
  table('headers'),
  octet('deliveryMode'),
  octet('priority'),
  shortstr('correlationId'),
  shortstr('replyTo'),
  shortstr('expiration'),
  shortstr('messageId'),
  timestamp('timestamp'),
  shortstr('type'),
  shortstr('userId'),
  shortstr('appId'),
  shortstr('clusterId'),
];

/** The bit of the flags that says that the first property is there; the next has the next lower one. */
export const FIRST_FLAG = 0x8000;
