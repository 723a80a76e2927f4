import { TypeId } from '@offloop/wire';

import { attributeOf, type QueryEntry } from './attribute.js';
import { openIdentified, readIdentity, unknownClass } from './identified.js';
import { asData, dataOf, int, written } from './value-writer.js';

const FACTORY_ID = -30;
const SINGLE = 0;
const MULTI = 1;

/** Returns the projected part of an entry as `Data`; null if it is null. */
export type Projection = (entry: QueryEntry) => Buffer | null;

/** Reads a serialized projection. Throws MemberError for an unknown class. */
export function projectionOf(data: Buffer): Projection {
  const input = openIdentified(data, 'a projection');
  const identity = readIdentity(input);
  if (identity.factoryId !== FACTORY_ID) throw unknownClass(identity);
  if (identity.classId === SINGLE) {
    const attribute = attributeOf(input.text() ?? '');
    return (entry) => {
      const value = attribute(entry);
      return value === null ? null : dataOf(value);
    };
  }
  if (identity.classId !== MULTI) throw unknownClass(identity);
  const attributes = Array.from({ length: input.count(4) }, () => attributeOf(input.text() ?? ''));
  return (entry) => {
    const values = attributes.map((attribute) => written(attribute(entry)));
    return asData(Buffer.concat([int(TypeId.JAVA_ARRAY), int(values.length), ...values]));
  };
}
