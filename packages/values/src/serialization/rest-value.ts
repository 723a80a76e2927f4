import type { IdentifiedDataSerializable } from './identified.js';
import type { DataInput, DataOutput } from '../data/serializer.js';

export const REST_VALUE_FACTORY_ID = -25;
const CLASS_ID = 1;

/** What was stored over a member's REST interface: a text and its type. */
export class RestValue implements IdentifiedDataSerializable {
  value!: string;
  /** The HTTP `Content-Type` of the value. */
  contentType!: string;
  factoryId: number = REST_VALUE_FACTORY_ID;
  classId: number = CLASS_ID;

  /** Called by the client with what a member wrote. */
  readData(input: DataInput): void {
    this.value = input.readString() as string;
    this.contentType = input.readString() as string;
  }

  /** Called by the client to write it. */
  writeData(output: DataOutput): void {
    output.writeString(this.value);
    output.writeString(this.contentType);
  }
}

export function restValueFactory(classId: number): RestValue | null {
  return classId === CLASS_ID ? new RestValue() : null;
}
