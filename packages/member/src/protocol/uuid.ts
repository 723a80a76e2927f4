import { randomUUID } from 'node:crypto';

import type { WireUuid } from '@offloop/wire/protocol';

/** Bytes of a UUID among the fixed fields: an is-null byte and two int64. */
export const UUID_BYTES = 17;

export function randomUuid(): WireUuid {
  const hex = randomUUID().replaceAll('-', '');
  return {
    msb: BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`)),
    lsb: BigInt.asIntN(64, BigInt(`0x${hex.slice(16)}`)),
  };
}

/** The usual notation with hyphens; also what tables are keyed by. */
export function uuidText(uuid: WireUuid): string {
  const hex = (half: bigint): string => BigInt.asUintN(64, half).toString(16).padStart(16, '0');
  const digits = hex(uuid.msb) + hex(uuid.lsb);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  return [...parts, digits.slice(20)].join('-');
}
