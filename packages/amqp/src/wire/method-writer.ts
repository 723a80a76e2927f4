import { checkNumber, FIELDS_ROOM, hasLength, writeField } from './field-writer.js';
import { BASIC_CLASS, BODY_LENGTH_OFFSET, FLAGS_OFFSET } from './frame-format.js';
import { writeLong, writeShort, writeWord } from './integers.js';
import type { Memory } from './memory.js';
import type { FieldSpec, Fields, MethodSpec } from './method-spec.js';
import { FIRST_FLAG, properties as propertySpecs } from './properties.js';

/** Writes the payload of a method frame: its id and its fields. There must be `FIELDS_ROOM`. */
export function writeMethod(memory: Memory, spec: MethodSpec, fields: Fields): void {
  writeWord(memory.bytes, memory.at, spec.id);
  memory.at += 4;
  let bits = 0;
  let mask = 1;
  for (const field of spec.fields) {
    const value = valueOf(field, fields);
    if (field.type === 'bit') {
      if (value) bits |= mask;
      mask <<= 1;
      continue;
    }
    if (mask > 1) memory.bytes[memory.at++] = bits;
    mask = 1;
    bits = 0;
    writeField(memory, field, value);
  }
  if (mask > 1) memory.bytes[memory.at++] = bits;
}

/** Writes the payload of a header frame. There must be `FIELDS_ROOM`. */
export function writeHeader(memory: Memory, length: number, properties: Fields): void {
  const start = memory.at;
  writeWord(memory.bytes, start, BASIC_CLASS << 16);
  writeLong(memory.bytes, start + BODY_LENGTH_OFFSET, length);
  memory.at = start + FLAGS_OFFSET + 2;
  let flags = 0;
  let flag = FIRST_FLAG;
  for (const property of propertySpecs) {
    const value = properties[property.name];
    if (value !== undefined && value !== null) {
      flags |= flag;
      writeField(memory, property, value);
    }
    flag >>= 1;
  }
  writeShort(memory.bytes, start + FLAGS_OFFSET, flags);
}

/**
 * Throws what `amqplib` throws for a method's fields, if they cannot be written. It looks at strings and tables before it looks at the rest:
 * this decides which error it is where two fields are wrong. What is behind `memory.at` is overwritten.
 */
export function refuseMethod(memory: Memory, spec: MethodSpec, fields: Fields): void {
  for (const field of spec.fields) if (hasLength(field)) tryField(memory, field, valueOf(field, fields));
  for (const field of spec.fields) if (!hasLength(field)) tryField(memory, field, valueOf(field, fields));
}

/** Throws what `amqplib` throws for properties: it looks at the types of all of them before it looks at the ranges of numbers. */
export function refuseProperties(memory: Memory, properties: Fields): void {
  const given = propertySpecs.filter(
    ({ name }) => properties[name] !== undefined && properties[name] !== null,
  );
  for (const property of given) {
    if (hasLength(property)) tryField(memory, property, properties[property.name]);
    else checkNumber(property, properties[property.name]);
  }
  for (const property of given) tryField(memory, property, properties[property.name]);
}

function valueOf(field: FieldSpec, fields: Fields): unknown {
  const value = fields[field.name];
  if (value !== undefined) return value;
  if (field.default === undefined) throw new Error(`Missing value for mandatory field '${field.name}'`);
  return field.default;
}

function tryField(memory: Memory, field: FieldSpec, value: unknown): void {
  if (field.type === 'bit') return;
  const { at } = memory;
  try {
    memory.reserve(FIELDS_ROOM);
    writeField(memory, field, value);
  } finally {
    memory.at = at;
  }
}
