import { defineMethod, methodName } from '../data/method-names.js';
import type { PlainFieldType } from './field-codecs.js';
import { FieldType } from './field-type.js';
import type { FieldReads, FieldWrites, PortableReader, PortableWriter } from './portable.js';

/*
 * The methods of readers and writers follow from the names of the types of fields: `readIntArray` and `writeIntArray` from
 * `INT_ARRAY`. Each is made once and stands on a prototype, as if it were written in the class.
 */

const TYPES = namedTypes();

abstract class ReadFields {
  /** Returns the value of a field, read as a type. Throws HazelcastSerializationError. */
  protected abstract take(fieldName: string, type: FieldType): unknown;

  static {
    for (const { name, type } of TYPES) {
      defineMethod(this.prototype, `read${name}`, function (this: ReadFields, fieldName: string) {
        return this.take(fieldName, type);
      });
    }
  }
}

abstract class WrittenFields {
  /** Takes a field that holds no Portable. Throws HazelcastSerializationError. */
  protected abstract put(fieldName: string, type: PlainFieldType, value: unknown): void;

  static {
    for (const { name, type } of TYPES) {
      // A Portable within another needs more than its type: each writer sees to it itself.
      if (type === FieldType.PORTABLE || type === FieldType.PORTABLE_ARRAY) continue;
      defineMethod(
        this.prototype,
        `write${name}`,
        function (this: WrittenFields, fieldName: string, value: unknown) {
          this.put(fieldName, type, value);
        },
      );
    }
  }
}

/** Base class of readers: the methods that read fields. Subclasses find the value of a field. */
export const FieldSource: abstract new () => ReadFields &
  Pick<PortableReader, keyof FieldReads | `read${'UTF' | 'Portable'}${'' | 'Array'}`> =
  ReadFields as typeof FieldSource;

/** Base class of writers: the methods that write fields without Portables in them. Subclasses take the value of a field. */
export const FieldSink: abstract new () => WrittenFields &
  Pick<PortableWriter, keyof FieldWrites | `writeUTF${'' | 'Array'}`> = WrittenFields as typeof FieldSink;

function namedTypes(): readonly { readonly name: string; readonly type: FieldType }[] {
  return Object.entries(FieldType).flatMap(([constant, type]) =>
    // The official client's old name of strings is spelled in capitals.
    typeof type === 'number' ? [{ name: methodName(constant).replace('Utf', 'UTF'), type }] : [],
  );
}
