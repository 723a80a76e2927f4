import { describe } from '../errors/describe.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import type { DataOutput } from '../data/serializer.js';
import {
  nameOfClass,
  officialNameOfClass,
  type ClassDefinition,
  type FieldDefinition,
} from './class-definition.js';
import { FIELD_CODECS, type PlainFieldType } from './field-codecs.js';
import { FieldSink } from './field-methods.js';
import { FieldType } from './field-type.js';
import { fillTable, reserveTable, UNWRITTEN, writeElements } from './positions.js';
import type { Portable, PortableWriter } from './portable.js';

const INT_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * Writes the fields of one object:
 *
 *     [end int32][fields int32][position int32, of each field and of raw data]
 *     [length of the name int16][name][type byte][value] ... [raw data]
 */
export class FieldWriter extends FieldSink implements PortableWriter {
  readonly #portable: Portable;
  readonly #output: DataOutput;
  readonly #definition: ClassDefinition;
  readonly #writeObject: (portable: Portable) => void;
  readonly #start: number;
  /** Positions of all fields, and of raw data. */
  readonly #positions: number[];
  /** Reason why no field can be written any more. */
  #closed: string | null = null;

  constructor(
    portable: Portable,
    output: DataOutput,
    definition: ClassDefinition,
    writeObject: (portable: Portable) => void,
  ) {
    super();
    this.#portable = portable;
    this.#output = output;
    this.#definition = definition;
    this.#writeObject = writeObject;
    const count = definition.fields.size;
    this.#positions = new Array<number>(count + 1).fill(UNWRITTEN);
    this.#start = output.position();
    output.writeZeroBytes(INT_BYTES);
    output.writeInt(count);
    reserveTable(output, count + 1);
  }

  protected override put(fieldName: string, type: PlainFieldType, value: unknown): void {
    const { accepts, accepted, write } = FIELD_CODECS[type];
    if (!accepts(value)) throw this.#wrongValue(fieldName, value, accepted);
    this.#begin(fieldName, type);
    write(this.#output, value as never);
  }

  writePortable(fieldName: string, value: Portable | null): void {
    const field = this.#begin(fieldName, FieldType.PORTABLE);
    const isNull = value === null || value === undefined;
    this.#output.writeBoolean(isNull);
    this.#writeClass(field);
    if (isNull) return;
    this.#checkClass(field, value);
    this.#writeObject(value);
  }

  writeNullPortable(fieldName: string, factoryId: number, classId: number): void {
    const field = this.#begin(fieldName, FieldType.PORTABLE);
    this.#checkClass(field, { factoryId, classId });
    this.#output.writeBoolean(true);
    this.#writeClass(field);
  }

  writePortableArray(fieldName: string, values: Portable[] | null): void {
    const field = this.#begin(fieldName, FieldType.PORTABLE_ARRAY);
    const isNull = values === null || values === undefined;
    this.#output.writeInt(isNull ? NULL_LENGTH : values.length);
    this.#writeClass(field);
    if (isNull || values.length === 0) return;
    writeElements(this.#output, values, (each) => {
      this.#checkClass(field, each);
      this.#writeObject(each);
    });
  }

  getRawDataOutput(): DataOutput {
    const raw = this.#positions.length - 1;
    if (this.#positions[raw] === UNWRITTEN) {
      this.#checkOpen();
      this.#positions[raw] = this.#output.position();
      this.#closed = 'getRawDataOutput was called';
    }
    return this.#output;
  }

  /** Completes the object. Throws if a field of its class was not written, whose position would be that of another. */
  end(): void {
    this.#closed = 'writePortable has returned';
    for (const { name, index } of this.#definition.fields.values()) {
      if (this.#positions[index] === UNWRITTEN) throw this.#error(`field '${name}' was not written`);
    }
    const end = this.#output.position(this.#start);
    this.#output.writeInt(end);
    this.#output.position(end);
    fillTable(this.#output, this.#start + 2 * INT_BYTES, this.#positions);
  }

  /** Records a field's position, and writes the bytes before its value. */
  #begin(fieldName: string, type: FieldType): FieldDefinition {
    this.#checkOpen();
    const field = this.#definition.fields.get(fieldName);
    if (field === undefined) {
      throw this.#refusal(`Invalid field name: '${fieldName}' for ${officialNameOfClass(this.#definition)}`);
    }
    const { label, index } = field;
    if (field.type !== type) {
      throw this.#error(`field '${fieldName}' is of type ${FieldType[field.type]}, not ${FieldType[type]}`);
    }
    if (this.#positions[index] !== UNWRITTEN)
      throw this.#refusal(`Field ${fieldName} has already been written!`);
    this.#positions[index] = this.#output.position();
    this.#output.write(label);
    return field;
  }

  #writeClass({ portableClass }: FieldDefinition): void {
    this.#output.writeInt(portableClass?.factoryId ?? 0);
    this.#output.writeInt(portableClass?.classId ?? 0);
  }

  /** Throws unless the object is of the field's class, which the bytes name once for all. */
  #checkClass(
    { name, portableClass }: FieldDefinition,
    value: Pick<Portable, 'factoryId' | 'classId'>,
  ): void {
    if (value?.factoryId === portableClass?.factoryId && value?.classId === portableClass?.classId) return;
    const accepted = `a Portable of class ${portableClass?.classId} of factory ${portableClass?.factoryId}`;
    throw this.#wrongValue(name, value, accepted);
  }

  #checkOpen(): void {
    if (this.#closed !== null) throw this.#error(`no field can be written after ${this.#closed}`);
  }

  #wrongValue(fieldName: string, value: unknown, accepted: string): Error {
    return this.#error(`field '${fieldName}' is ${describe(value)}; accepted: ${accepted}`);
  }

  #refusal(opening: string): Error {
    return new HazelcastSerializationError(`${opening} (a Portable of ${nameOfClass(this.#definition)})`);
  }

  #error(why: string): Error {
    return cannotSerialize(this.#portable, `${nameOfClass(this.#definition)}: ${why}`);
  }
}
