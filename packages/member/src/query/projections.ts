import { TypeId } from '@offloop/wire';

import { attributeOf, type Attribute, type QueryEntry } from './attribute.js';
import { openIdentified, readIdentity, unknownClass } from './identified.js';
import { reading } from './input.js';
import { asData, dataOf, int, written } from './value-writer.js';

const FACTORY_ID = -30;
const SINGLE = 0;
const MULTI = 1;

/** Returns the projected part of an entry as `Data`; null if it is null. */
export type Projection = (entry: QueryEntry) => Buffer | null;

/** Reads a serialized projection. Throws MemberError for an unknown class. */
export function projectionOf(data: Buffer): Projection {
  const { classId, attributes } = reading(() => parsed(data));
  if (classId === SINGLE) {
    const [attribute] = attributes;
    return (entry) => {
      const value = attribute(entry);
      return value === null ? null : dataOf(value);
    };
  }
  return (entry) => {
    const values = attributes.map((attribute) => written(attribute(entry)));
    return asData(Buffer.concat([int(TypeId.JAVA_ARRAY), int(values.length), ...values]));
  };
}

interface Parsed {
  readonly classId: number;
  readonly attributes: readonly Attribute[];
}

function parsed(data: Buffer): Parsed {
  const input = openIdentified(data, 'a projection');
  const identity = readIdentity(input);
  const { factoryId, classId } = identity;
  if (factoryId !== FACTORY_ID || (classId !== SINGLE && classId !== MULTI)) throw unknownClass(identity);
  const count = classId === SINGLE ? 1 : input.count(4);
  return { classId, attributes: Array.from({ length: count }, () => attributeOf(input.readString() ?? '')) };
}
