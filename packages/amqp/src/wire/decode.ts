import { Cursor } from './cursor.js';
import type { FieldType, MethodSpec } from './method-spec.js';
import { readTable } from './table-reader.js';

export interface DeliverFields {
  consumerTag: string;
  deliveryTag: number;
  redelivered: boolean;
  exchange: string;
  routingKey: string;
}

/** The properties of a message. What it does not have is undefined. */
export interface PropertyFields {
  contentType: string | undefined;
  contentEncoding: string | undefined;
  headers: Record<string, unknown> | undefined;
  deliveryMode: number | undefined;
  priority: number | undefined;
  correlationId: string | undefined;
  replyTo: string | undefined;
  expiration: string | undefined;
  messageId: string | undefined;
  timestamp: number | undefined;
  type: string | undefined;
  userId: string | undefined;
  appId: string | undefined;
  clusterId: string | undefined;
}

/**
 * Decodes the fields of a method, `bytes[start, end)`, to an object with all of them, in their order. Long strings, and bytes in tables, are
 * memory of their own. Throws for fields that do not fit. What is behind them is left out.
 */
export function decodeMethod(
  spec: MethodSpec,
  bytes: Buffer,
  start: number,
  end: number,
): Record<string, unknown> {
  const cursor = new Cursor(bytes, start, end);
  const fields: Record<string, unknown> = {};
  let bits = 0;
  let mask = NO_BITS;
  for (const { name, type } of spec.fields) {
    if (type !== 'bit') {
      mask = NO_BITS;
      fields[name] = readField(cursor, type);
      continue;
    }
    if (mask === NO_BITS) {
      bits = cursor.octet();
      mask = 1;
    }
    fields[name] = (bits & mask) !== 0;
    mask <<= 1;
  }
  return fields;
}

/** Decodes the fields of `BasicDeliver` as `decodeMethod` does, but quicker. */
export function decodeDeliver(bytes: Buffer, start: number, end: number): DeliverFields {
  const cursor = new Cursor(bytes, start, end);
  return {
    consumerTag: cursor.knownText(),
    deliveryTag: cursor.long(),
    redelivered: (cursor.octet() & 1) !== 0,
    exchange: cursor.knownText(),
    routingKey: cursor.knownText(),
  };
}

/**
 * Decodes the properties of a message, `bytes[start, end)` from their flags on. Without any, the object is empty: so it is in `amqplib`, which never
 * sends a message without headers.
 */
export function decodeProperties(bytes: Buffer, start: number, end: number): Partial<PropertyFields> {
  const cursor = new Cursor(bytes, start, end);
  const flags = cursor.short();
  if (flags === 0) return {};
  return {
    contentType: flags & 0x8000 ? cursor.knownText() : undefined,
    contentEncoding: flags & 0x4000 ? cursor.knownText() : undefined,
    headers: flags & 0x2000 ? readTable(cursor) : undefined,
    deliveryMode: flags & 0x1000 ? cursor.octet() : undefined,
    priority: flags & 0x0800 ? cursor.octet() : undefined,
    correlationId: flags & 0x0400 ? cursor.shortText() : undefined,
    replyTo: flags & 0x0200 ? cursor.knownText() : undefined,
    expiration: flags & 0x0100 ? cursor.knownText() : undefined,
    messageId: flags & 0x0080 ? cursor.shortText() : undefined,
    timestamp: flags & 0x0040 ? cursor.long() : undefined,
    type: flags & 0x0020 ? cursor.knownText() : undefined,
    userId: flags & 0x0010 ? cursor.knownText() : undefined,
    appId: flags & 0x0008 ? cursor.knownText() : undefined,
    clusterId: flags & 0x0004 ? cursor.knownText() : undefined,
  };
}

/** Beyond the mask of the last bit of a byte. */
const NO_BITS = 0x100;

function readField(cursor: Cursor, type: FieldType): unknown {
  switch (type) {
    case 'shortstr':
      return cursor.knownText();
    case 'longstr':
      return cursor.longBytes();
    case 'table':
      return readTable(cursor);
    case 'octet':
      return cursor.octet();
    case 'short':
      return cursor.short();
    case 'long':
      return cursor.word();
    default:
      return cursor.long();
  }
}
