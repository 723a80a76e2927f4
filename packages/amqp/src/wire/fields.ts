import type { FieldSpec, FieldType } from './method-spec.js';

const EMPTY = Object.freeze({});

/** Reads a field from a text: `name:type`, or `name:type=value` with what is sent for undefined. */
export function fieldOf(text: string): FieldSpec {
  const [, name, given, value] = /^(\w+):(\w+)(?:=(.*))?$/.exec(text)!;
  const type = given as FieldType;
  return value === undefined ? { name, type } : { name, type, default: valueOf(type, value) };
}

function valueOf(type: FieldType, text: string): unknown {
  switch (type) {
    case 'shortstr':
      return text;
    case 'longstr':
      return Buffer.from(text);
    case 'table':
      return EMPTY;
    case 'bit':
      return text === 'true';
    default:
      return Number(text);
  }
}
