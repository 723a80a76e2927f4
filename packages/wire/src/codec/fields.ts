import { fixedTypes, type FixedType } from './fixed-types.js';
import { FLAG_END_STRUCT } from '../frames/frame.js';
import type { FrameReader } from '../frames/frame-reader.js';
import type { MessageWriter } from './message-writer.js';
import type { FieldSpecs } from '../messages/spec.js';
import { ProtocolError } from '../frames/protocol-error.js';
import { readNullable, readPresent, writeNullable, type VariableType } from './variable-type.js';

type Values = Record<string, unknown>;

export interface FixedField {
  readonly name: string;
  readonly type: FixedType;
  /** Bytes from the start of the frame's content. */
  readonly offset: number;
  readonly newer: boolean;
}

export interface VariableField {
  readonly name: string;
  readonly type: VariableType;
  readonly nullable: boolean;
  readonly newer: boolean;
}

/** Layout of the fields of a message or a structure: fixed-size ones in one frame, the others in frames behind it. */
export interface FieldLayout {
  readonly fixed: readonly FixedField[];
  readonly variable: readonly VariableField[];
  /** End of the fixed fields that the oldest version has, in bytes of the frame's content. A shorter frame is malformed. */
  readonly leastFixedEnd: number;
}

/** Derives the layout of fields whose fixed-size part starts at `fixedStart` in its frame. */
export function fieldLayout(
  specs: FieldSpecs,
  fixedStart: number,
  variableType: (name: string) => VariableType,
): FieldLayout {
  const fixed: FixedField[] = [];
  const variable: VariableField[] = [];
  let offset = fixedStart;
  let leastFixedEnd = fixedStart;
  for (const spec of specs) {
    const [name, typeName] = spec;
    const newer = spec.length === 3;
    const type = fixedTypes.get(typeName);
    if (type === undefined) {
      const nullable = typeName.endsWith('?');
      const base = nullable ? typeName.slice(0, -1) : typeName;
      variable.push({ name, type: variableType(base), nullable, newer });
      continue;
    }
    fixed.push({ name, type, offset, newer });
    offset += type.size;
    if (!newer) leastFixedEnd = offset;
  }
  return { fixed, variable, leastFixedEnd };
}

/**
 * Returns the content size in bytes of the frame of fixed fields for these values: newer fields count as far as they are given.
 */
export function fixedEnd(layout: FieldLayout, values: Values): number {
  let end = layout.leastFixedEnd;
  for (const field of layout.fixed) {
    if (!field.newer) continue;
    if (values[field.name] === undefined) break;
    end = field.offset + field.type.size;
  }
  return end;
}

export function readFixed(layout: FieldLayout, reader: FrameReader, into: Values): void {
  const start = reader.contentStart;
  const length = reader.contentEnd - start;
  if (length < layout.leastFixedEnd) {
    throw new ProtocolError('Frame is too short for its fields', { length, needed: layout.leastFixedEnd });
  }
  for (const field of layout.fixed) {
    if (field.offset + field.type.size > length) return; // an older sender
    into[field.name] = field.type.get(reader.bytes, start + field.offset);
  }
}

/** Sets the fixed fields in the frame that the writer has begun last. Its content must have the size that `fixedEnd` returns. */
export function writeFixed(layout: FieldLayout, writer: MessageWriter, values: Values): void {
  let left: string | undefined;
  for (const field of layout.fixed) {
    const value = values[field.name];
    if (isLeftOut(field, value)) {
      left ??= field.name;
      continue;
    }
    refuseGap(left, field.name);
    writer.setFixed(field.offset, field.type, value);
  }
}

/** Reads the variable fields; newer ones are missing when the message, or the structure, ends before them. */
export function readVariable(layout: FieldLayout, reader: FrameReader, into: Values): void {
  for (const field of layout.variable) {
    if (field.newer && endsHere(reader)) return;
    into[field.name] = field.nullable
      ? readNullable(reader, field.type)
      : readPresent(reader, field.type, field.name);
  }
}

export function writeVariable(layout: FieldLayout, writer: MessageWriter, values: Values): void {
  let left: string | undefined;
  for (const field of layout.variable) {
    const value = values[field.name];
    if (isLeftOut(field, value)) {
      left ??= field.name;
      continue;
    }
    refuseGap(left, field.name);
    if (field.nullable) writeNullable(writer, field.type, value);
    else field.type.write(writer, value);
  }
}

/** Reads a structure from its BEGIN frame to its END frame, and skips fields that this client does not know. */
export function readStruct(layout: FieldLayout, reader: FrameReader): Values {
  const values: Values = {};
  if (layout.fixed.length > 0) {
    if (!reader.next() || reader.flags !== 0) {
      throw new ProtocolError('Structure lacks its fixed fields', {
        flags: reader.flags,
        offset: reader.contentEnd,
      });
    }
    readFixed(layout, reader, values);
  }
  readVariable(layout, reader, values);
  reader.skipToEndStruct();
  return values;
}

export function writeStruct(layout: FieldLayout, writer: MessageWriter, values: Values): void {
  writer.beginStruct();
  if (layout.fixed.length > 0) {
    writer.fixedFrame(fixedEnd(layout, values));
    writeFixed(layout, writer, values);
  }
  writeVariable(layout, writer, values);
  writer.endStruct();
}

function endsHere(reader: FrameReader): boolean {
  const flags = reader.peekFlags();
  return flags === -1 || (flags & FLAG_END_STRUCT) !== 0;
}

function isLeftOut(field: FixedField | VariableField, value: unknown): boolean {
  if (value !== undefined) return false;
  if (field.newer) return true;
  throw new TypeError(`Field ${field.name} has no value`);
}

/** Newer fields are found by position, so none can be left out before one that is given. */
function refuseGap(left: string | undefined, given: string): void {
  if (left !== undefined)
    throw new TypeError(`Field ${given} is given without ${left}, which comes before it`);
}
