import type { WireUuid } from '@offloop/wire/protocol';

const HEX_DIGITS = 16;

/** The usual text of a UUID, 8-4-4-4-12. */
export function uuidText(uuid: WireUuid): string {
  const hex =
    BigInt.asUintN(64, uuid.msb).toString(16).padStart(HEX_DIGITS, '0') +
    BigInt.asUintN(64, uuid.lsb).toString(16).padStart(HEX_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function wireUuid(text: string): WireUuid {
  const hex = text.replaceAll('-', '');
  return {
    msb: BigInt.asIntN(64, BigInt(`0x${hex.slice(0, HEX_DIGITS)}`)),
    lsb: BigInt.asIntN(64, BigInt(`0x${hex.slice(HEX_DIGITS)}`)),
  };
}
