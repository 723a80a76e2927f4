import { fieldOf } from './fields.js';
import type { FieldSpec } from './method-spec.js';

const TABLE = `
contentType:shortstr contentEncoding:shortstr headers:table deliveryMode:octet priority:octet correlationId:shortstr replyTo:shortstr
expiration:shortstr messageId:shortstr timestamp:timestamp type:shortstr userId:shortstr appId:shortstr clusterId:shortstr
`;

/** The properties of a message, in the order in which they are sent. */
export const properties: readonly FieldSpec[] = TABLE.trim().split(/\s+/).map(fieldOf);

/** The bit of the flags that says that the first property is there; the next has the next lower one. */
export const FIRST_FLAG = 0x8000;
