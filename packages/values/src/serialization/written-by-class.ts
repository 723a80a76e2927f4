import { isCompact } from '../compact/compact-encoding.js';
import { SerializedData } from '../data/serialized-data.js';
import type { CustomSerializable } from '../data/serializer.js';
import { isPortable } from '../portable/portable-serializer.js';
import { isIdentified } from './identified.js';
import type { SerializationSettings } from './settings.js';

/**
 * Returns true for an object that is written as one of a class which members may have, too: not for those that are written as
 * JSON, or as a built-in type. It may still be refused when it is written.
 */
export function isWrittenByClass(value: object, settings: SerializationSettings): boolean {
  const { hzCustomId }: Partial<CustomSerializable> = value;
  return (
    isIdentified(value) ||
    isCompact(value, settings.compact) ||
    isPortable(value) ||
    typeof hzCustomId === 'number' ||
    value instanceof SerializedData ||
    settings.globalSerializer !== null
  );
}
