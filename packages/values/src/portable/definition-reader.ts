import { cannotDeserialize } from '../errors/serialization-error.js';
import type { ObjectDataInput } from '../data/object-data-input.js';
import { ClassDefinition, nameOfClass, type PortableClass } from './class-definition.js';
import type { DefinitionRegistry } from './definition-registry.js';
import { FieldType, isFieldType } from './field-type.js';
import { POSITION_BYTES } from './positions.js';

/** Bytes that a field counts as read besides its name, about what it costs. */
const FIELD_COST = 16;

/**
 * Returns the definition of the object whose version is just before the input's position: the registered one, otherwise the one
 * that its bytes tell. Leaves the input there.
 *
 * @param limit position at which the object must have ended
 */
export function definitionOf(
  input: ObjectDataInput,
  registry: DefinitionRegistry,
  portableClass: PortableClass,
  limit: number,
): ClassDefinition {
  const { factoryId, classId, version } = portableClass;
  const known = registry.find(factoryId, classId, version);
  if (known !== undefined) return known;
  const start = input.position();
  const definition = new DefinitionReader(input, registry).read(portableClass, limit);
  input.position(start);
  return definition;
}

/** Learns class versions from the bytes of their objects. */
class DefinitionReader {
  readonly #input: ObjectDataInput;
  readonly #registry: DefinitionRegistry;

  constructor(input: ObjectDataInput, registry: DefinitionRegistry) {
    this.#input = input;
    this.#registry = registry;
  }

  /**
   * Reads the fields of the object whose version is just before the input's position, and learns the classes of the objects
   * within it. Leaves the input somewhere within the object.
   *
   * A complete definition is registered. One with a null or an empty array of Portables is not complete: the bytes do not tell
   * the version of their class.
   *
   * @param limit position at which the object must have ended
   */
  read(portableClass: PortableClass, limit: number): ClassDefinition {
    const input = this.#input;
    const definition = new ClassDefinition(portableClass, input.isBigEndian());
    if (portableClass.version < 0) throw wrong(definition, 'a version cannot be negative');
    const end = input.readInt();
    const count = input.readInt();
    const table = input.position();
    const start = table + (count + 1) * POSITION_BYTES;
    if (count < 0 || start > end || end > limit) {
      throw wrong(definition, `${count} fields and the end ${end}, from ${table} to ${limit}`);
    }
    input.enter();
    let isComplete = true;
    for (let index = 0; index < count; index++) {
      const position = input.readInt(table + index * POSITION_BYTES);
      if (position < start || position > end) {
        throw wrong(definition, `field ${index} at ${position}, which is not from ${start} to ${end}`);
      }
      input.position(position);
      if (!this.#readField(definition, end)) isComplete = false;
    }
    input.leave();
    return isComplete ? this.#registry.learn(definition) : definition;
  }

  /** Adds the field at the input's position. Returns false if the class of the objects in it is not known completely. */
  #readField(definition: ClassDefinition, limit: number): boolean {
    const input = this.#input;
    const name = this.#readName();
    const type = input.readByte();
    const index = definition.fields.size;
    if (!isFieldType(type))
      throw wrong(definition, `field ${index} is of type ${type}, which does not exist`);
    let portableClass: PortableClass | null = null;
    let isComplete = true;
    if (type === FieldType.PORTABLE || type === FieldType.PORTABLE_ARRAY) {
      const isAbsent = type === FieldType.PORTABLE ? input.readBoolean() : input.readInt() <= 0;
      const factoryId = input.readInt();
      const classId = input.readInt();
      if (!isAbsent && type === FieldType.PORTABLE_ARRAY) {
        const first = input.readInt();
        input.skipBytes(first - input.position());
      }
      const version = isAbsent ? 0 : input.readInt();
      portableClass = { factoryId, classId, version };
      if (!isAbsent) this.read(portableClass, limit);
      isComplete = !isAbsent;
    }
    if (!definition.add(name, type, portableClass))
      throw wrong(definition, `field ${index} has the name of another`);
    return isComplete;
  }

  #readName(): string {
    const input = this.#input;
    const length = input.readShort();
    input.spend(FIELD_COST + length);
    return input.readLatin1(length);
  }
}

function wrong(definition: ClassDefinition, why: string): Error {
  return cannotDeserialize(`a Portable of ${nameOfClass(definition)}: ${why}`);
}
