import Long from 'long';
import {
  BigDecimal,
  HazelcastJsonValue,
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  type CompactSerializer,
  CompactTypes,
  UUID,
} from '@offloop/values';
import {
  arrayOf,
  optional,
  rejected,
  section,
  text,
  withMethods,
  wrong,
  type Reader,
} from '../reading/readers.js';

/** `serialization.compact`: the classes that are written as Compact values. */
export interface CompactSerializationConfig {
  /** A serializer for each class; of two with one class or type name the last counts. Default none. */
  serializers?: CompactSerializer[];
}

/** Classes with a format of their own, which a Compact serializer cannot replace. */
const BUILT_IN: ReadonlySet<unknown> = new Set<unknown>([
  String,
  Number,
  Boolean,
  BigInt,
  Array,
  Buffer,
  Date,
  Long,
  UUID,
  BigDecimal,
  LocalDate,
  LocalTime,
  LocalDateTime,
  OffsetDateTime,
  HazelcastJsonValue,
]);

const serializer: Reader<CompactSerializer> = (value, path) => {
  const methods = ['getClass', 'getTypeName', 'read', 'write'];
  const given = withMethods<CompactSerializer>(methods)(value, path);
  const written: unknown = given.getClass();
  if (typeof written !== 'function') throw rejected(`${path}.getClass()`, written, 'a class');
  if (BUILT_IN.has(written)) {
    throw wrong(
      `${path}.getClass()`,
      `is ${written.name}`,
      'a class that is not written in a way of its own',
    );
  }
  text(given.getTypeName(), `${path}.getTypeName()`);
  return given;
};

const serializers: Reader<CompactSerializer[]> = optional(arrayOf(serializer), []);

export const readCompact: Reader<CompactTypes> = (value, path) =>
  new CompactTypes(
    section<{ serializers: CompactSerializer[] }>({ serializers }, 'compact serialization config')(
      value,
      path,
    ).serializers,
  );
