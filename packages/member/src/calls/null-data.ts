import { DATA_TYPE_OFFSET, TypeId, type MessageSpec } from '@offloop/wire';

import { getInt32 } from '../protocol/bytes.js';
import { illegalArgument } from './errors.js';

/** Types of the message table whose values may not be null, neither as a null frame nor as a serialized null. */
const NON_NULL: ReadonlySet<string> = new Set([
  'Data',
  'List_Data',
  'EntryList_Data_Data',
  'EntryList_Data_List_Data',
]);

/** Throws `MemberError` for a serialized null at `start`, as members do where a `Data` may not be null. */
export function refuseNullData(bytes: Buffer, start: number): void {
  // Zero in either byte order.
  if (getInt32(bytes, start + DATA_TYPE_OFFSET) !== TypeId.NULL) return;
  throw illegalArgument('Non-null Data field with null value in incoming message');
}

/** Refuses a serialized null in any `Data` of a request. */
export function refuseNulls(spec: MessageSpec, values: Readonly<Record<string, unknown>>): void {
  for (const [name, type] of spec.request) if (NON_NULL.has(type)) refuseWithin(values[name]);
}

function refuseWithin(value: unknown): void {
  if (Buffer.isBuffer(value)) refuseNullData(value, 0);
  else if (Array.isArray(value)) for (const each of value) refuseWithin(each);
}
