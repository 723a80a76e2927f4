import { createRequire } from 'node:module';
import type Long from 'long';

/** What these tests use of the official client's insides. */
export interface OfficialData {
  toBuffer(): Buffer;
}
export interface OfficialService {
  toData(value: unknown): OfficialData;
  toObject(data: OfficialData): unknown;
}
export type Constructor = new (...args: unknown[]) => object;

const ours = createRequire(import.meta.url);
const theirs = createRequire(ours.resolve('hazelcast-client'));
/** A class of the official client. */
export const inside = (path: string, name: string): Constructor =>
  (theirs(`./${path}.js`) as Record<string, Constructor>)[name];

const Service = inside('serialization/SerializationService', 'SerializationServiceV1');
const Config = inside('config/SerializationConfig', 'SerializationConfigImpl');
export const HeapData: Constructor = inside('serialization/HeapData', 'HeapData');

export const OfficialUUID: Constructor = inside('core/UUID', 'UUID');
export const OfficialJsonValue: Constructor = inside('core/HazelcastJsonValue', 'HazelcastJsonValue');
/** The official client's own copy of `long`, whose class it looks for. */
export const OfficialLong: typeof Long = theirs('long') as typeof Long;

/** One that keeps what it learns from one value to the next. @param schemas what it asks for Compact schemas. */
export function officialService(
  options: Record<string, unknown> = {},
  schemas: object = {},
): OfficialService {
  return new Service(Object.assign(new Config(), options), schemas) as OfficialService;
}

export function officialData(bytes: Buffer): OfficialData {
  return new HeapData(bytes) as OfficialData;
}

/** A value as the official client puts it. */
export function officialEncode(value: unknown, options: Record<string, unknown> = {}): Buffer {
  return officialService(options).toData(value).toBuffer();
}

/** A value as the official client gets it. */
export function officialDecode(bytes: Buffer, options: Record<string, unknown> = {}): unknown {
  return officialService(options).toObject(officialData(bytes));
}
