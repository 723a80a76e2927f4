import {
  FloorError,
  readCommonBytes,
  readCommonValue,
  type CallerProtocol,
  type RingMemory,
} from '@offloop/runtime';
import { encodeRequest, MessageScanner, messages, messageType } from '@offloop/wire';
import {
  WITH_CONNECTION_MESSAGE_OFFSET,
  CompletionKind,
  RequestFlag,
  type WireError,
} from '@offloop/contract';
import { AnnouncedShapes, TapeReader } from 'offloop/internal';
import {
  CALL_OFFSET,
  encodeDocument,
  encodeKey,
  encodeListRequest,
  encodeSizeRequest,
  encodeValue,
} from '../exchange/data.js';
import { CallKind } from '../journal/journal.js';
import { Violation } from '../journal/violation.js';
import { SpilledList, valueOfList, type ReadTape } from './list-value.js';

const { map } = messages;
const NAME = 'map';
const scanner = new MessageScanner();

/** One kind of call. */
export interface Operation {
  readonly kind: CallKind;
  readonly flags: number;
  /** Makes what a near cache keeps of the whole response; undefined: the worker reads it. */
  readonly decode?: ((bytes: Buffer, start: number, end: number) => unknown) | undefined;
}

export const OPERATIONS: Readonly<Record<CallKind, Operation>> = {
  set: { kind: CallKind.SET, flags: 0 },
  put: { kind: CallKind.PUT, flags: 0 },
  get: { kind: CallKind.GET, flags: RequestFlag.RETRYABLE },
  part: { kind: CallKind.PART, flags: RequestFlag.RETRYABLE | RequestFlag.DEFERRED },
  list: { kind: CallKind.LIST, flags: RequestFlag.RETRYABLE | RequestFlag.LIST },
  size: { kind: CallKind.SIZE, flags: RequestFlag.RETRYABLE },
  transaction: { kind: CallKind.TRANSACTION, flags: 0 },
  look: { kind: CallKind.LOOK, flags: RequestFlag.RETRYABLE },
};

/** A failure as the agent told of it. */
export class RemoteError extends Error {
  readonly code: string;
  readonly wire: WireError;

  constructor(wire: WireError) {
    super(wire.message);
    this.code = wire.code;
    this.wire = wire;
  }
}

/** The least that the floor needs to know of Hazelcast: the kinds of completions that maps of byte arrays and documents have. */
export class Protocol implements CallerProtocol<Operation> {
  readonly makeError: typeof FloorError.make = FloorError.make;
  readonly #shapes = new AnnouncedShapes();
  readonly #tapes = new TapeReader();

  /** The protocols of the shards after the first. */
  readonly #others = new Map<number, Protocol>();

  /** Each worker numbers the shapes that it announces. */
  ofShard(shard: number): Protocol {
    if (shard === 0) return this;
    let other = this.#others.get(shard);
    if (other === undefined) this.#others.set(shard, (other = new Protocol()));
    return other;
  }

  onShape(number: number, keys: readonly string[]): void {
    this.#shapes.add(number, keys);
  }

  read(kind: number, ring: RingMemory, start: number, end: number, operation: Operation): unknown {
    if (kind < CompletionKind.INT64) return readCommonValue(kind, ring, start, end);
    return this.#readOwn(kind, ring.bytes, start, end, operation);
  }

  readSpilled(kind: number, [first, second]: readonly ArrayBuffer[], operation: Operation): unknown {
    const bytes = Buffer.from(first);
    if (kind === CompletionKind.LIST) return new SpilledList(bytes, Buffer.from(second), this.#readTape());
    if (kind < CompletionKind.INT64) return readCommonBytes(kind, bytes, 0, bytes.length);
    return this.#readOwn(kind, bytes, 0, bytes.length, operation);
  }

  readError(failure: unknown): Error {
    // What comes here was made by the agent.
    return new RemoteError(failure as WireError);
  }

  /** For a list that begins here: its elements have the shapes of now, whenever they are read. */
  #readTape(): ReadTape {
    const shapes = this.#shapes.current;
    return (table, tape, message, start, end) => {
      const words = new Int32Array(table.buffer, 0, table.buffer.byteLength >> 2);
      return this.#tapes.readApart(words, table, tape, message, start, end, shapes);
    };
  }

  #readOwn(kind: number, bytes: Buffer, start: number, end: number, { decode }: Operation): unknown {
    switch (kind) {
      case CompletionKind.FRAMES:
        return decode!(bytes, start, end);
      case CompletionKind.WITH_CONNECTION: {
        const value = decode!(bytes, start + WITH_CONNECTION_MESSAGE_OFFSET, end);
        return { connection: bytes.readInt32LE(start), value };
      }
      case CompletionKind.LIST:
        return valueOfList(bytes.subarray(start, end), this.#readTape());
      case CompletionKind.JSON:
        return JSON.parse(bytes.toString('utf8', start, end));
      case CompletionKind.TAPE:
        return this.#tapes.read(bytes, start, end, this.#shapes.current);
      default:
        return readCommonBytes(kind, bytes, start, end);
    }
  }
}

/** Messages of maps have types from here on. */
const FIRST_MAP_TYPE = 0x010000;
const LISTENER_TYPES: ReadonlySet<number> = new Set<number>([
  map.addEntryListener.id,
  map.removeEntryListener.id,
  map.addNearCacheInvalidationListener.id,
  map.fetchNearCacheInvalidationMetadata.id,
]);

/** The numbers of the calls in a sequence of whole messages; none in the preamble of a connection. */
export function callsIn(written: Uint8Array): number[] {
  const bytes = Buffer.from(written.buffer, written.byteOffset, written.length);
  const calls: number[] = [];
  for (let at = 0; at + CALL_OFFSET + 8 <= bytes.length;) {
    const length = scanner.scan(bytes, at, bytes.length);
    if (length === 0) throw new Violation('protocol', 'a write does not end with a message');
    const type = messageType(bytes, at);
    if (type >= FIRST_MAP_TYPE && !LISTENER_TYPES.has(type)) calls.push(bytes.readInt32LE(at + CALL_OFFSET));
    at += length;
  }
  return calls;
}

/** The bytes of a call's request; members find its number in the field for the thread's. */
export function encodeCall(
  kind: CallKind,
  call: number,
  key: number,
  partitionId: number,
  length: number,
  isDocument: boolean,
): Buffer {
  if (kind === CallKind.LIST) return encodeListRequest(NAME, call, key, partitionId);
  if (kind === CallKind.SIZE) return encodeSizeRequest(NAME, call, key);
  const common = { name: NAME, key: encodeKey(key), threadId: BigInt(call) };
  if (kind === CallKind.GET || kind === CallKind.PART) return encodeRequest(map.get, common, { partitionId });
  const value = isDocument ? encodeDocument(call, key, length) : encodeValue(call, key, length);
  const values = { ...common, value, ttl: -1n };
  return kind === CallKind.SET
    ? encodeRequest(map.set, values, { partitionId })
    : encodeRequest(map.put, values, { partitionId });
}
