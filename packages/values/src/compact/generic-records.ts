import type { Field } from './fields.js';
import { GenericRecordImpl } from './generic-record-impl.js';
import type { GenericRecord } from './generic-record.js';

/** Makes Compact values without a class. */
// A class, as officially.
// oxlint-disable-next-line typescript/no-extraneous-class
export class GenericRecords {
  /**
   * Makes a record with a value for each of `fields`; `Fields` has the kinds.
   *
   * Throws TypeError for a value of another type than its field's, RangeError for a number out of range, and
   * HazelcastSerializationError for fields that make no schema.
   *
   * @param typeName the name of the type in the cluster.
   */
  // The official type: whatever the field's kind holds.
  // oxlint-disable-next-line typescript/no-explicit-any
  static compact<F extends { [name: string]: Field<any> }>(
    typeName: string,
    fields: F,
    // The official type, again.
    // oxlint-disable-next-line typescript/no-explicit-any
    values: { [P in keyof F]: F[P] extends Field<infer T> ? T : any },
  ): GenericRecord {
    return GenericRecordImpl.of(typeName, fields, values);
  }
}
