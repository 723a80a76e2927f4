import { randomUUID } from 'node:crypto';

import { wireUuid, type WireUuid } from '@offloop/wire';

/** Bytes of a UUID among the fixed fields: an is-null byte and two int64. */
export const UUID_BYTES = 17;

export function randomUuid(): WireUuid {
  return wireUuid(randomUUID());
}
