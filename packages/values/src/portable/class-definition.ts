import { FieldType } from './field-type.js';

const LENGTH_BYTES = 2;
const TYPE_BYTES = 1;

/** A version of a Portable class, by its numbers. */
export interface PortableClass {
  readonly factoryId: number;
  readonly classId: number;
  readonly version: number;
}

/** One field of a class version. */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** Index of the field in the table of positions, from 0. */
  readonly index: number;
  /** Bytes before the field's value: the length of the name in two bytes, the name in one byte a character, the type. */
  readonly label: Buffer;
  /** Class of the Portables in the field; null for a field of another type. */
  readonly portableClass: PortableClass | null;
}

/** The fields of one version of a class, in the order of the table of positions. It does not change once it is registered. */
export class ClassDefinition implements PortableClass {
  readonly factoryId: number;
  readonly classId: number;
  readonly version: number;
  readonly #isBigEndian: boolean;
  readonly #fields = new Map<string, FieldDefinition>();

  /** @param isBigEndian the byte order of objects of this class. */
  constructor({ factoryId, classId, version }: PortableClass, isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
    this.factoryId = factoryId;
    this.classId = classId;
    this.version = version;
  }

  get fields(): ReadonlyMap<string, FieldDefinition> {
    return this.#fields;
  }

  /** Adds the next field. Returns false if there is one of this name. */
  add(name: string, type: FieldType, portableClass: PortableClass | null): boolean {
    if (this.#fields.has(name)) return false;
    const label = labelOf(name, type, this.#isBigEndian);
    this.#fields.set(name, { name, type, index: this.#fields.size, label, portableClass });
    return true;
  }

  /** Describes the first difference from another definition of the same class version; null if they are the same. */
  differenceFrom(other: ClassDefinition): string | null {
    if (this.#fields.size !== other.#fields.size) {
      return `${this.#fields.size} fields instead of ${other.#fields.size}`;
    }
    // Names come from bytes, and are not for messages.
    const others = [...other.#fields.values()];
    for (const field of this.#fields.values()) {
      const { index, name } = field;
      const [own, known] = [described(field), described(others[index])];
      if (own !== known) return `field ${index} of type ${own} instead of ${known}`;
      if (name !== others[index].name) return `another name of field ${index}`;
    }
    return null;
  }
}

/** Names a class version in the words of the official errors. */
export function officialNameOfClass({ classId, version }: PortableClass): string {
  return `ClassDefinition{id: ${classId}, version: ${version}}`;
}

/** Names a class version for error messages. */
export function nameOfClass({ factoryId, classId, version }: PortableClass): string {
  return `class ${classId} of factory ${factoryId}, version ${version}`;
}

function labelOf(name: string, type: FieldType, isBigEndian: boolean): Buffer {
  const label = Buffer.alloc(LENGTH_BYTES + name.length + TYPE_BYTES);
  if (isBigEndian) label.writeInt16BE(name.length);
  else label.writeInt16LE(name.length);
  // A loop: for names of usual lengths a call of `write` takes several times as long.
  for (let at = 0; at < name.length; at++) label[LENGTH_BYTES + at] = name.charCodeAt(at);
  label[LENGTH_BYTES + name.length] = type;
  return label;
}

function described({ type, portableClass }: FieldDefinition): string {
  return portableClass === null ? FieldType[type] : `${FieldType[type]} of ${nameOfClass(portableClass)}`;
}
