import { fieldLayout, fixedEnd, readFixed, readVariable, writeFixed, writeVariable } from './fields.js';
import type { FieldLayout } from './fields.js';
import {
  ANY_PARTITION,
  EXCEPTION_MESSAGE_TYPE,
  FLAG_EVENT,
  FRAME_HEADER_SIZE,
  REQUEST_FIXED_FIELDS_OFFSET,
  RESPONSE_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
} from '../frames/frame.js';
import { FrameReader } from '../frames/frame-reader.js';
import { MessageWriter } from './message-writer.js';
import { eventIds } from '../messages/index.js';
import type { FieldSpecs, MessageSpec } from '../messages/spec.js';
import { ProtocolError } from '../frames/protocol-error.js';
import { readPresent } from './variable-type.js';
import type { ErrorHolder, EventName, EventOf, RequestOf, ResponseOf, WireType } from './values.js';
import { variableType } from './variable-types.js';

export interface EncodeOptions {
  /** Low 32 bits of the correlation id. Default 0. */
  readonly correlationLow?: number;
  /** High 32 bits of the correlation id. Default 0. */
  readonly correlationHigh?: number;
  /** Flags of the initial frame besides the unfragmented ones, such as `FLAG_BACKUP_AWARE`. */
  readonly flags?: number;
  /** Writer that the message is appended to, to send several at once. Default: a new one. */
  readonly writer?: MessageWriter;
}

export interface RequestOptions extends EncodeOptions {
  /** Partition that the request names. Default −1: any. */
  readonly partitionId?: number;
}

export interface ResponseOptions extends EncodeOptions {
  /** Number of backup acks that the client has to wait for. Default 0. */
  readonly backupAcks?: number;
}

type Values = Record<string, unknown>;

const ERROR_FIELDS = [['errors', 'List_ErrorHolder']] as const satisfies FieldSpecs;

/** Encodes a request. Fields that a later version appended may be left out; throws `TypeError` if another one is missing. */
export function encodeRequest<M extends MessageSpec>(
  spec: M,
  values: RequestOf<M>,
  options: RequestOptions = {},
): Buffer {
  return encodeRequestLike(spec.id, layoutOf(spec.request, REQUEST_FIXED_FIELDS_OFFSET), values, options);
}

/** Decodes the fields of a request. Throws {@link ProtocolError} when the message is of another type or malformed. */
export function decodeRequest<M extends MessageSpec>(
  spec: M,
  bytes: Buffer,
  start: number = 0,
  end: number = bytes.length,
): RequestOf<M> {
  const layout = layoutOf(spec.request, REQUEST_FIXED_FIELDS_OFFSET);
  return decode(spec.id, layout, bytes, start, end) as RequestOf<M>;
}

export function encodeResponse<M extends MessageSpec>(
  spec: M,
  values: ResponseOf<M>,
  options: ResponseOptions = {},
): Buffer {
  return encodeResponseLike(
    spec.id + 1,
    layoutOf(spec.response, RESPONSE_FIXED_FIELDS_OFFSET),
    values,
    options,
  );
}

/**
 * Decodes the fields of a response. Throws {@link ProtocolError} when the message is of another type (an exception, say) or
 * malformed.
 */
export function decodeResponse<M extends MessageSpec>(
  spec: M,
  bytes: Buffer,
  start: number = 0,
  end: number = bytes.length,
): ResponseOf<M> {
  const layout = layoutOf(spec.response, RESPONSE_FIXED_FIELDS_OFFSET);
  return decode(spec.id + 1, layout, bytes, start, end) as ResponseOf<M>;
}

/**
 * Decodes the value that begins with the reader's next frame. Throws {@link ProtocolError} when it is null or malformed. @param
 * type a type's name in the message table.
 */
export function decodeValue<T extends string>(type: T, reader: FrameReader): WireType<T> {
  return readPresent(reader, variableType(type), type) as WireType<T>;
}

/** Encodes an event. Its correlation id is that of the request that registered the listener. */
export function encodeEvent<M extends MessageSpec, E extends EventName<M>>(
  spec: M,
  event: E,
  values: EventOf<M, E>,
  options: RequestOptions = {},
): Buffer {
  const flags = FLAG_EVENT | (options.flags ?? 0);
  const layout = layoutOf(eventFields(spec, event), REQUEST_FIXED_FIELDS_OFFSET);
  return encodeRequestLike(eventIds(spec)[event], layout, values, { ...options, flags });
}

export function decodeEvent<M extends MessageSpec, E extends EventName<M>>(
  spec: M,
  event: E,
  bytes: Buffer,
  start: number = 0,
  end: number = bytes.length,
): EventOf<M, E> {
  const layout = layoutOf(eventFields(spec, event), REQUEST_FIXED_FIELDS_OFFSET);
  return decode(eventIds(spec)[event], layout, bytes, start, end) as EventOf<M, E>;
}

/** Returns the name of the event that begins at `start`. Throws {@link ProtocolError} when it is not an event of this message. */
export function eventNameOf<M extends MessageSpec>(spec: M, bytes: Buffer, start: number): EventName<M> {
  const type = bytes.readInt32LE(start + FRAME_HEADER_SIZE + TYPE_OFFSET);
  const ids: Readonly<Record<string, number>> = eventIds(spec);
  const name = Object.keys(ids).find((each) => ids[each] === type);
  if (name === undefined)
    throw new ProtocolError(`message 0x${spec.id.toString(16)} has no event 0x${type.toString(16)}`);
  return name;
}

/** Encodes a response that is an exception. @param errors the error first, then its causes. */
export function encodeError(errors: ErrorHolder[], options: ResponseOptions = {}): Buffer {
  return encodeResponseLike(EXCEPTION_MESSAGE_TYPE, errorLayout(), { errors }, options);
}

/** Decodes a response of type `EXCEPTION_MESSAGE_TYPE`: the error first, then its causes. */
export function decodeError(bytes: Buffer, start: number = 0, end: number = bytes.length): ErrorHolder[] {
  return decode(EXCEPTION_MESSAGE_TYPE, errorLayout(), bytes, start, end)['errors'] as ErrorHolder[];
}

const layouts = new WeakMap<FieldSpecs, FieldLayout>();

/**
 * Returns the layout of a field list, derived at first use and kept. A field list belongs to one message and one direction, so to
 * one `fixedStart`.
 */
export function layoutOf(specs: FieldSpecs, fixedStart: number): FieldLayout {
  let layout = layouts.get(specs);
  if (layout === undefined) {
    layout = fieldLayout(specs, fixedStart, variableType);
    layouts.set(specs, layout);
  }
  return layout;
}

function errorLayout(): FieldLayout {
  return layoutOf(ERROR_FIELDS, RESPONSE_FIXED_FIELDS_OFFSET);
}

function eventFields(spec: MessageSpec, event: string): FieldSpecs {
  const fields = spec.events?.[event];
  if (fields === undefined) throw new TypeError(`The message has no event ${event}`);
  return fields;
}

function encodeRequestLike(
  type: number,
  layout: FieldLayout,
  values: Values,
  options: RequestOptions,
): Buffer {
  const writer = options.writer ?? new MessageWriter();
  const fixedSize = fixedEnd(layout, values) - REQUEST_FIXED_FIELDS_OFFSET;
  writer.begin(
    type,
    options.correlationLow ?? 0,
    options.correlationHigh ?? 0,
    options.partitionId ?? ANY_PARTITION,
    fixedSize,
    options.flags ?? 0,
  );
  return writeFields(layout, writer, values);
}

function encodeResponseLike(
  type: number,
  layout: FieldLayout,
  values: Values,
  options: ResponseOptions,
): Buffer {
  const writer = options.writer ?? new MessageWriter();
  const fixedSize = fixedEnd(layout, values) - RESPONSE_FIXED_FIELDS_OFFSET;
  writer.beginResponse(
    type,
    options.correlationLow ?? 0,
    options.correlationHigh ?? 0,
    options.backupAcks ?? 0,
    fixedSize,
    options.flags ?? 0,
  );
  return writeFields(layout, writer, values);
}

function writeFields(layout: FieldLayout, writer: MessageWriter, values: Values): Buffer {
  writeFixed(layout, writer, values);
  writeVariable(layout, writer, values);
  return writer.finish();
}

function decode(type: number, layout: FieldLayout, bytes: Buffer, start: number, end: number): Values {
  const reader = new FrameReader().reset(bytes, start, end);
  if (!reader.next()) throw new ProtocolError('Message has no frame', { start, end });
  const length = reader.contentEnd - reader.contentStart;
  if (length < RESPONSE_FIXED_FIELDS_OFFSET)
    throw new ProtocolError('Initial frame is too short', { length });
  const met = bytes.readInt32LE(reader.contentStart + TYPE_OFFSET);
  if (met !== type) throw new ProtocolError('Message is of another type', { type: met, expected: type });
  const values: Values = {};
  readFixed(layout, reader, values);
  readVariable(layout, reader, values);
  return values;
}
