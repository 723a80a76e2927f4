import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface OfficialFrame {
  next: OfficialFrame | null;
}

interface OfficialMessage {
  addFrame(frame: OfficialFrame): void;
  setCorrelationId(id: number): void;
  setPartitionId(id: number): void;
  toBuffer(): Buffer;
}

export interface OfficialCodec {
  readonly encodeRequest?: (...fields: unknown[]) => OfficialMessage;
  readonly decodeResponse?: (message: OfficialMessage) => unknown;
  readonly handle?: (message: OfficialMessage, ...handlers: ((...fields: unknown[]) => void)[]) => void;
}

const { ClientMessage, Frame } = require('hazelcast-client/lib/protocol/ClientMessage') as {
  ClientMessage: {
    createForEncode(): OfficialMessage;
    createForDecode(frame: OfficialFrame): OfficialMessage;
  };
  Frame: new (content: Buffer, flags: number) => OfficialFrame;
};

const Long = createRequire(require.resolve('hazelcast-client'))('long') as {
  new (): { toString(): string };
  fromString(text: string): object;
};

const { HeapData } = require('hazelcast-client/lib/serialization/HeapData') as {
  HeapData: new (bytes: Buffer) => { toBuffer(): Buffer; getPartitionHash(): number };
};

const { UUID } = require('hazelcast-client/lib/core/UUID') as {
  UUID: new (mostSignificant: unknown, leastSignificant: unknown) => object;
};

export function officialDataHash(data: Buffer): number {
  return new HeapData(data).getPartitionHash();
}

export const officialErrorCodes: Record<string, number> = (
  require('hazelcast-client/lib/protocol/ClientProtocolErrorCodes') as {
    ClientProtocolErrorCodes: Record<string, number>;
  }
).ClientProtocolErrorCodes;

export const officialDecodeErrors: (message: OfficialMessage) => unknown[] = (
  require('hazelcast-client/lib/codec/builtin/ErrorsCodec') as {
    ErrorsCodec: { decode: (message: OfficialMessage) => unknown[] };
  }
).ErrorsCodec.decode;

/** The official client's codec of a message; undefined where it has none. */
export function officialCodec(service: string, message: string): OfficialCodec | undefined {
  const name = [service, message].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  try {
    const module = require(`hazelcast-client/lib/codec/${name}Codec`) as Record<string, OfficialCodec>;
    return module[`${name}Codec`];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** A message as the official client's codecs take it: a linked list of frames, cut here by the lengths alone. */
export function officialMessage(bytes: Buffer): OfficialMessage {
  let message: OfficialMessage | undefined;
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) {
    const content = Buffer.from(bytes.subarray(at + 6, at + bytes.readInt32LE(at)));
    const next = new Frame(content, bytes.readUInt16LE(at + 4));
    if (message === undefined) message = ClientMessage.createForDecode(next);
    else message.addFrame(next);
  }
  return message ?? ClientMessage.createForEncode();
}

/** The opposite of {@link inOurTerms}. @param type the name of the value's type in the table of messages. */
export function inTheirTerms(value: unknown, type: string): unknown {
  const inner = (each: unknown): unknown => inTheirTerms(each, type);
  if (typeof value === 'bigint') return Long.fromString(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (Buffer.isBuffer(value)) return type.startsWith('byteArray') ? value : new HeapData(value);
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof Map) return new Map([...value].map(([k, v]) => [inner(k), inner(v)]));
  if ('msb' in value && 'lsb' in value) return new UUID(inner(value.msb), inner(value.lsb));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inner(field)]));
}

/** What an official codec decoded, in our terms: bigint for `Long`, bytes for `Data`, plain objects for classes. */
export function inOurTerms(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(inOurTerms);
  if (value instanceof Set) return [...value].map(inOurTerms);
  if (value instanceof Map) return new Map([...value].map(([k, v]) => [inOurTerms(k), inOurTerms(v)]));
  if (value instanceof Long) return BigInt(value.toString());
  if (value instanceof HeapData) return value.toBuffer();
  if ('mostSignificant' in value && 'leastSignificant' in value) {
    return { msb: inOurTerms(value.mostSignificant), lsb: inOurTerms(value.leastSignificant) };
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inOurTerms(field)]));
}

/** `value` without the object fields that `like` does not have: the official classes add some of their own. */
export function inShapeOf(like: unknown, value: unknown): unknown {
  if (Array.isArray(like) && Array.isArray(value)) {
    return value.map((item, index) => inShapeOf(like[index], item));
  }
  if (like instanceof Map && value instanceof Map) return new Map(inShapeOf([...like], [...value]) as []);
  if (!isPlain(like) || !isPlain(value)) return value;
  const names = Object.keys(value).filter((name) => name in like);
  return Object.fromEntries(names.map((name) => [name, inShapeOf(like[name], value[name])]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
