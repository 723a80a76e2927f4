import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { describe, describeError, describeNumber } from '../errors/describe.js';
import { HazelcastSerializationError, InvalidConfigurationError } from '../errors/hierarchy.js';
import { cannotDeserialize, cannotSerialize } from '../errors/serialization-error.js';
import type { DataInput, DataOutput, Serializer } from '../data/serializer.js';

/** Default type id of {@link msgpackSerializer}: `mp` in ASCII. */
export const MSGPACK_TYPE_ID = 0x6d70;

/** Options of {@link msgpackSerializer}. */
export interface MsgpackSerializerOptions {
  /**
   * Type id of the serializer: at least 1, different from that of any other serializer, and the same in all clients. Default
   * 28016.
   */
  typeId?: number;
}

// Nothing is shared between values, and pointers, by which few bytes could stand for very many, are not followed.
const FORMAT = { useRecords: true, moreTypes: true, structuredClone: false } as const;

/**
 * Makes a serializer of objects by [msgpackr](https://github.com/kriszyp/msgpackr). Its bytes are fewer than JSON's, and it keeps
 * what JSON loses: `Map`, `Set`, `Date`, typed arrays, `ArrayBuffer`, `bigint`, `undefined`. It reads −0 as 0, own keys named
 * `__proto__` as `__proto_`, and instances of classes as plain objects.
 *
 * As `serialization.globalSerializer` it takes the place of JSON; as one of `serialization.customSerializers` it takes objects
 * whose `hzCustomId` is its type id. Members cannot query what it writes, and other clients must have it, too.
 *
 * Its bytes are an int32 length, then one msgpack value with msgpackr's record extension; foreign or damaged ones reject with
 * `HazelcastSerializationError`. Throws `InvalidConfigurationError` for a type id that is not valid.
 */
export function msgpackSerializer(options: MsgpackSerializerOptions = {}): Serializer {
  const { typeId = MSGPACK_TYPE_ID } = options;
  if (!Number.isInteger(typeId) || typeId < 1 || typeId > 0x7fff_ffff) {
    throw new InvalidConfigurationError(
      `typeId is ${describeNumber(typeId)}; accepted: a whole number from 1 to 2147483647`,
    );
  }
  const packr = new Packr({ ...FORMAT });
  // One that only reads: the writer's own structures must not meet those of a record.
  const unpackr = new Unpackr({ ...FORMAT });
  return {
    id: typeId,
    read: (input: DataInput): unknown => {
      const bytes = input.readByteArray() ?? Buffer.alloc(0);
      try {
        return unpackr.unpack(bytes);
      } catch (error) {
        // Without msgpackr's error as a cause, here and below: its message may quote what it has read.
        throw cannotDeserialize(`${describeError(error)} by msgpackr, for ${describe(bytes)}`);
      }
    },
    write: (output: DataOutput, value: unknown): void => {
      let bytes: Buffer;
      try {
        bytes = packr.pack(value);
      } catch (error) {
        if (error instanceof HazelcastSerializationError) throw error;
        throw cannotSerialize(value, `${describeError(error)} by msgpackr`);
      }
      output.writeByteArray(bytes);
    },
  };
}
