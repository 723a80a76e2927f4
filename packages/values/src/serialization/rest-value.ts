import type { IdentifiedDataSerializable } from './identified.js';
import type { DataInput, DataOutput } from '../data/serializer.js';

export const REST_VALUE_FACTORY_ID = -25;
const CLASS_ID = 1;

/** A value that was stored over a member's REST interface: a text and its type. */
export class RestValue implements IdentifiedDataSerializable {
  value!: string;
  /** The HTTP `Content-Type` of the value. */
  contentType!: string;
  factoryId: number = REST_VALUE_FACTORY_ID;
  classId: number = CLASS_ID;

  /** Reads the fields that a member wrote; the client calls it. */
  readData(input: DataInput): void {
    this.value = input.readString() as string;
    this.contentType = input.readString() as string;
  }

  /** Writes the fields; the client calls it. */
  writeData(output: DataOutput): void {
    output.writeString(this.value);
    output.writeString(this.contentType);
  }
}

export function restValueFactory(classId: number): RestValue | null {
  return classId === CLASS_ID ? new RestValue() : null;
}
