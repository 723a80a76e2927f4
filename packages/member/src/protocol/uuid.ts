import { randomUUID } from 'node:crypto';

import { wireUuid, type WireUuid } from '@offloop/wire';

/** Size in bytes of a UUID among the fixed fields: a byte for null and two int64. */
export const UUID_BYTES = 17;

export function randomUuid(): WireUuid {
  return wireUuid(randomUUID());
}
