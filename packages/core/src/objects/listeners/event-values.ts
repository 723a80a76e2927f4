import type { Stored } from '../../calls/operation.js';
import type { ValueList } from '../../calls/completions/value-list.js';
import type { DataDecoder } from '@offloop/values';

/** The fields of an event that hold values. */
export type ValueField<Event> = {
  [F in keyof Event]: Buffer extends Event[F] ? F : never;
}[keyof Event] &
  string;

/** Decodes the value in a field of an event. Throws HazelcastSerializationError, SchemaAbsent. */
export type ValueOf<Event> = (field: ValueField<Event>) => Stored;

/** Returns a function that decodes an event's values from its fields, which hold them serialized. */
export function serializedValues<Event>(event: Event, decoder: DataDecoder): ValueOf<Event> {
  return (field) => {
    const data = event[field] as Buffer | null;
    return (data === null ? null : decoder.decodeData(data, 0, data.length)) as Stored;
  };
}

/**
 * Returns a function that decodes an event's values from the table that came with it. @param fields names of the fields of its
 * values, in their order.
 */
export function listedValues<Event>(list: ValueList, fields: readonly string[]): ValueOf<Event> {
  return (field) => list.at(fields.indexOf(field)) as Stored;
}
