import type { DataOutput } from './serializer.js';

/**
 * An object of a class that members have too, and know by two numbers. Only this client's own are written as such as yet;
 * those of applications are refused.
 */
export abstract class Identified {
  abstract readonly factoryId: number;
  abstract readonly classId: number;
  abstract writeData(output: DataOutput): void;
}

export function writeIdentified(output: DataOutput, object: Identified): void {
  // The other kind of these objects, with versions, is of Hazelcast Enterprise.
  output.writeBoolean(true);
  output.writeInt(object.factoryId);
  output.writeInt(object.classId);
  object.writeData(output);
}
