import { DataDecoder } from '../../../src/serialization/data-decoder.js';
import { DataEncoder, toData } from '../../../src/serialization/data-encoder.js';
import type { PortableFactory } from '../../../src/portable/portable.js';
import { DEFAULT_SERIALIZATION, type SerializationSettings } from '../../../src/serialization/settings.js';
import { officialData, officialService } from '../official.js';

export interface Options {
  readonly factories?: Readonly<Record<number, PortableFactory>>;
  readonly portableVersion?: number;
  readonly isBigEndian?: boolean;
  readonly more?: Partial<SerializationSettings>;
}

/** One client's serialization, which keeps the classes it has met. */
export interface Side {
  encode(value: unknown): Buffer;
  decode(bytes: Buffer): unknown;
}

export function ourSide({ factories = {}, portableVersion = 0, isBigEndian = true, more }: Options): Side {
  const settings = {
    ...DEFAULT_SERIALIZATION,
    portableFactories: new Map(Object.entries(factories).map(([id, factory]) => [Number(id), factory])),
    portableVersion,
    isBigEndian,
    ...more,
  };
  const decoder = new DataDecoder(settings);
  return {
    encode: (value) => Buffer.from(toData(value, new DataEncoder(settings))),
    decode: (bytes) => decoder.decodeData(bytes, 0, bytes.length),
  };
}

export function officialSide({ factories = {}, more, ...options }: Options): Side {
  const service = officialService({ portableFactories: factories, ...options, ...more });
  return {
    encode: (value) => service.toData(value).toBuffer(),
    decode: (bytes) => service.toObject(officialData(bytes)),
  };
}
