import {
  CORRELATION_ID_OFFSET,
  decodeRequest,
  encodeError,
  encodeResponse,
  FLAG_BACKUP_AWARE,
  FRAME_HEADER_SIZE,
  FrameReader,
  ProtocolError,
  REQUEST_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
  type MessageSpec,
  type RequestOf,
  type ResponseOf,
  type WireUuid,
} from '@offloop/wire';

import { getInt32 } from '../protocol/bytes.js';
import type { Outbox } from '../protocol/outbox.js';
import type { Slice } from '../protocol/slice.js';
import { UUID_BYTES } from '../protocol/uuid.js';
import type { ClientConnection } from './client-connection.js';
import type { MemberError } from './errors.js';
import { refuseNullData, refuseNulls } from './null-data.js';
import type { Enqueue } from './waiting-calls.js';

const NO_BYTES: Buffer = Buffer.alloc(0);
const TWO_TO_32 = 2 ** 32;

/**
 * One request and the way to respond to it. The dispatcher reuses one object for the calls it reads from sockets, and the
 * bytes are the socket's, so nothing of a call may be kept beyond its handler: a call that has to wait is copied.
 */
export class Call {
  connection!: ClientConnection;
  bytes: Buffer = NO_BYTES;
  start = 0;
  end = 0;
  type = 0;
  correlationLow = 0;
  correlationHigh = 0;
  /** Time at which this call first began to wait, in ms since the epoch; undefined for a call handled for the first time. */
  waitingSince: number | undefined;
  /** Places that {@link Call.slice} and {@link Call.data} fill with the frames they read, so that a call allocates nothing. */
  readonly name: Slice = { bytes: NO_BYTES, start: 0, end: 0 };
  readonly key: Slice = { bytes: NO_BYTES, start: 0, end: 0 };
  readonly value: Slice = { bytes: NO_BYTES, start: 0, end: 0 };
  readonly testValue: Slice = { bytes: NO_BYTES, start: 0, end: 0 };
  readonly #frames: FrameReader = new FrameReader();
  #flags = 0;
  #fixed = 0;
  #fixedEnd = 0;

  open(connection: ClientConnection, bytes: Buffer, start: number, end: number): void {
    this.connection = connection;
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.waitingSince = undefined;
    const frames = this.#frames.reset(bytes, start, end);
    frames.next();
    const content = frames.contentStart;
    if (frames.contentEnd - content < REQUEST_FIXED_FIELDS_OFFSET) {
      throw new ProtocolError('Initial frame of a request is too short', {
        length: frames.contentEnd - content,
      });
    }
    this.#flags = frames.flags;
    this.#fixed = content + REQUEST_FIXED_FIELDS_OFFSET;
    this.#fixedEnd = frames.contentEnd;
    this.type = getInt32(bytes, content + TYPE_OFFSET);
    this.correlationLow = getInt32(bytes, content + CORRELATION_ID_OFFSET);
    this.correlationHigh = getInt32(bytes, content + CORRELATION_ID_OFFSET + 4);
  }

  get out(): Outbox {
    return this.connection.outbox;
  }

  get isBackupAware(): boolean {
    return (this.#flags & FLAG_BACKUP_AWARE) !== 0;
  }

  get correlationId(): bigint {
    return this.bytes.readBigInt64LE(this.start + FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET);
  }

  /** Reads an int32 of the fixed fields, `offset` bytes into them. */
  int(offset: number): number {
    const at = this.#fixed + offset;
    if (at + 4 > this.#fixedEnd) throw this.#tooShort(offset + 4);
    return getInt32(this.bytes, at);
  }

  /** Reads an int64 of the fixed fields; beyond 2^53 it is rounded, which is exact enough for a duration. */
  long(offset: number): number {
    const high = this.int(offset + 4);
    return high * TWO_TO_32 + (this.int(offset) >>> 0);
  }

  /** Reads an int64 of the fixed fields exactly, `offset` bytes into them. */
  bigint(offset: number): bigint {
    this.int(offset + 4);
    return this.bytes.readBigInt64LE(this.#fixed + offset);
  }

  /** Moves to the next frame, which may not be null, and writes its place into `into`. */
  slice(into: Slice): Slice {
    const frames = this.#frames;
    if (!frames.next() || frames.isNull() || frames.isBeginStruct()) {
      throw new ProtocolError('A request lacks a field', { type: this.type });
    }
    into.bytes = this.bytes;
    into.start = frames.contentStart;
    into.end = frames.contentEnd;
    return into;
  }

  /**
   * Reads a `Data` as {@link Call.slice} reads a frame. Throws `ProtocolError` when it is too short, and `MemberError` for a
   * serialized null.
   */
  data(into: Slice): Slice {
    this.slice(into);
    if (into.end - into.start < DATA_HEADER_BYTES) {
      throw new ProtocolError('Data is shorter than its header', { length: into.end - into.start });
    }
    refuseNullData(into.bytes, into.start);
    return into;
  }

  /** Decodes the whole request by its entry in the message table. Throws `MemberError` for a serialized null. */
  decode<M extends MessageSpec>(spec: M): RequestOf<M> {
    const values = decodeRequest(spec, this.bytes, this.start, this.end);
    refuseNulls(spec, values);
    return values;
  }

  /** Responds without a value. */
  void(): void {
    this.out.begin(this.type + 1, this.correlationLow, this.correlationHigh, 0);
    this.#finish();
  }

  boolean(value: boolean): void {
    const at = this.out.begin(this.type + 1, this.correlationLow, this.correlationHigh, 1);
    this.out.bytes[at] = value ? 1 : 0;
    this.#finish();
  }

  int32(value: number): void {
    const at = this.out.begin(this.type + 1, this.correlationLow, this.correlationHigh, 4);
    this.out.bytes.writeInt32LE(value, at);
    this.#finish();
  }

  int64(value: number): void {
    const at = this.out.begin(this.type + 1, this.correlationLow, this.correlationHigh, 8);
    this.out.bytes.writeBigInt64LE(BigInt(value), at);
    this.#finish();
  }

  uuid(value: WireUuid): void {
    const at = this.out.begin(this.type + 1, this.correlationLow, this.correlationHigh, UUID_BYTES);
    const { bytes } = this.out;
    bytes[at] = 0;
    bytes.writeBigInt64LE(value.msb, at + 1);
    bytes.writeBigInt64LE(value.lsb, at + 9);
    this.#finish();
  }

  nullableData(value: Buffer | undefined): void {
    const { out } = this;
    out.begin(this.type + 1, this.correlationLow, this.correlationHigh, 0);
    if (value === undefined) out.nullFrame();
    else out.dataFrame(value);
    this.#finish();
  }

  /** Responds with one list; `write` appends its items to the outbox. */
  list(write: (out: Outbox) => void): void {
    const { out } = this;
    out.begin(this.type + 1, this.correlationLow, this.correlationHigh, 0);
    out.beginList();
    write(out);
    out.endList();
    this.#finish();
  }

  /** Responds with a list of `Data`. */
  dataList(items: Iterable<Buffer>): void {
    this.list((out) => {
      for (const item of items) out.dataFrame(item);
    });
  }

  respond<M extends MessageSpec>(spec: M, values: ResponseOf<M>): void {
    const { correlationLow, correlationHigh } = this;
    const mark = this.out.length;
    this.out.append(encodeResponse(spec, values, { correlationLow, correlationHigh }));
    this.connection.limitFragments(mark);
  }

  error(error: MemberError): void {
    const { correlationLow, correlationHigh } = this;
    const { errorCode, className, message } = error;
    const holder = { errorCode, className, message, stackTraceElements: [] };
    this.out.append(encodeError([holder], { correlationLow, correlationHigh }));
  }

  /**
   * Makes this call wait until it is worth another attempt.
   *
   * @param timeout ms since its first attempt after which `onTimeout` responds instead; zero or less: at once;
   *   `Infinity`: never.
   * @param onTimeout responds to the call it is given: a new one, since this object has been reused by then.
   */
  wait(enqueue: Enqueue, timeout: number, onTimeout: (late: Call) => void): void {
    if (timeout <= 0) {
      onTimeout(this);
      return;
    }
    const { connection } = this;
    const since = this.waitingSince ?? Date.now();
    const respondLate = (request: Buffer, respond: (late: Call) => void): void => {
      if (connection.isClosed) return;
      const late = new Call();
      late.open(connection, request, 0, request.length);
      respond(late);
      connection.scheduleFlush();
    };
    connection.waiting.add(this, {
      since,
      timeout,
      enqueue,
      onResume: (request) => connection.retry(request, since),
      onTimeout: (request) => respondLate(request, onTimeout),
      onFail: (request, error) => respondLate(request, (late) => late.error(error)),
    });
  }

  #finish(): void {
    this.connection.limitFragments(this.out.finish());
  }

  #tooShort(needed: number): ProtocolError {
    const length = this.#fixedEnd - this.#fixed;
    return new ProtocolError('Fixed fields are cut off', { type: this.type, length, needed });
  }
}

const DATA_HEADER_BYTES = 8;
