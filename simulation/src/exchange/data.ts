import {
  encodeRequest,
  FRAME_HEADER_SIZE,
  messages,
  REQUEST_FIXED_FIELDS_OFFSET,
  TypeId,
} from '@offloop/wire';
import { documentText, readDocument, type Content } from './document.js';

const HEADER = 8;
const LENGTH = 4;
/** In a value: the call that wrote it, its key, then filler. */
const WRITER_OFFSET = 0;
const KEY_OFFSET = 4;
export const LEAST_VALUE = 8;

export function encodeKey(key: number): Buffer {
  const data = Buffer.alloc(HEADER + 4);
  data.writeInt32BE(TypeId.INT, 4);
  data.writeInt32BE(key, HEADER);
  return data;
}

export function decodeKey(data: Buffer): number {
  return data.readInt32BE(HEADER);
}

/** A value, an array of `length` bytes, that says who wrote it and under which key. */
export function encodeValue(writer: number, key: number, length: number): Buffer {
  const data = Buffer.alloc(HEADER + LENGTH + length, writer & 0xff);
  data.writeInt32BE(0, 0);
  data.writeInt32BE(TypeId.BYTE_ARRAY, 4);
  data.writeInt32BE(length, HEADER);
  data.writeInt32BE(writer, HEADER + LENGTH + WRITER_OFFSET);
  data.writeInt32BE(key, HEADER + LENGTH + KEY_OFFSET);
  return data;
}

/** A value, a JSON document, that says the same. */
export function encodeDocument(writer: number, key: number, length: number): Buffer {
  const text = Buffer.from(documentText(writer, key, length));
  const data = Buffer.alloc(HEADER + LENGTH);
  data.writeInt32BE(TypeId.JSON, 4);
  data.writeInt32BE(text.length, HEADER);
  return Buffer.concat([data, text]);
}

/** The array of bytes or the document that a value is. */
export function valueOfData(data: Buffer): unknown {
  const body = data.subarray(HEADER + LENGTH);
  return data.readInt32BE(4) === TypeId.JSON ? (JSON.parse(body.toString()) as unknown) : body;
}

/** What a value says, as the caller got it; undefined if it is not all of one value. */
export function readValue(value: unknown): Content | undefined {
  if (Buffer.isBuffer(value)) return readBytes(value);
  return typeof value === 'object' && value !== null ? readDocument(value) : undefined;
}

function readBytes(bytes: Buffer): Content | undefined {
  if (bytes.length < LEAST_VALUE) return undefined;
  const writer = bytes.readInt32BE(WRITER_OFFSET);
  const filler = writer & 0xff;
  for (let i = LEAST_VALUE; i < bytes.length; i += 61) if (bytes[i] !== filler) return undefined;
  if (bytes.length > LEAST_VALUE && bytes.at(-1) !== filler) return undefined;
  return { writer, key: bytes.readInt32BE(KEY_OFFSET) };
}

/** Where requests have the number of their call: the first of the fields of fixed size. */
export const CALL_OFFSET: number = FRAME_HEADER_SIZE + REQUEST_FIXED_FIELDS_OFFSET;
const OWN_FIELDS_LENGTH = 12;

/** A request for a list. */
export function encodeListRequest(name: string, call: number, key: number, partitionId: number): Buffer {
  return withOwnFields(encodeRequest(messages.map.values, { name }, { partitionId }), call, key);
}

/** A request for the size of a map. */
export function encodeSizeRequest(name: string, call: number, key: number): Buffer {
  return withOwnFields(encodeRequest(messages.map.size, { name }), call, key);
}

/** The request without its own fields, as the client has made it. */
export function withoutOwnFields(bytes: Buffer, start: number, end: number): Buffer {
  const at = start + CALL_OFFSET;
  const request = Buffer.concat([bytes.subarray(start, at), bytes.subarray(at + OWN_FIELDS_LENGTH, end)]);
  request.writeInt32LE(request.readInt32LE(0) - OWN_FIELDS_LENGTH, 0);
  return request;
}

/** Fields of fixed size that no message has tell the call of a request, as in the other requests, and its key. */
export function withOwnFields(request: Buffer, call: number, key: number): Buffer {
  const fields = Buffer.alloc(OWN_FIELDS_LENGTH);
  fields.writeBigInt64LE(BigInt(call), 0);
  fields.writeInt32LE(key, 8);
  const extended = Buffer.concat([request.subarray(0, CALL_OFFSET), fields, request.subarray(CALL_OFFSET)]);
  extended.writeInt32LE(request.readInt32LE(0) + OWN_FIELDS_LENGTH, 0);
  return extended;
}

export function readOwnFields(bytes: Buffer, start: number): { readonly call: number; readonly key: number } {
  const at = start + CALL_OFFSET;
  return { call: Number(bytes.readBigInt64LE(at)), key: bytes.readInt32LE(at + 8) };
}
