import type { DataOutput, IdentifiedDataSerializable, Portable, PortableWriter } from 'offloop';

function task(
  classId: number,
  writeData: (output: DataOutput) => void = () => undefined,
  factoryId: number = 1,
): IdentifiedDataSerializable {
  return { factoryId, classId, writeData, readData: () => undefined };
}

/** Gives back a value. */
export const echo = (value: unknown): object => task(1, (output) => output.writeObject(value));

/** Throws an exception of a Java class. */
export const fail = (className: string, message: string): object =>
  task(2, (output) => {
    output.writeString(className);
    output.writeString(message);
  });

/** Sleeps, tells the map `naps` of it under its name, and gives the name. */
export const nap = (name: string, millis: number): object =>
  task(3, (output) => {
    output.writeString(name);
    output.writeInt(millis);
  });

/** Gives the UUID of the member that runs it. */
export const where = (partitionKey?: unknown): object => Object.assign(task(4), { partitionKey });

/** Sets a key of the map `naps`; a `Runnable`. */
export const put = (key: string): object => task(5, (output) => output.writeString(key));

/** Gives what cannot be serialized. */
export const unserializable = (): object => task(6);

/** Counts its runs in the map `naps`, and throws at the last one. */
export const count = (name: string, last: number = 0): object =>
  task(7, (output) => {
    output.writeString(name);
    output.writeInt(last);
  });

/** Of a class that no member has. */
export const unknown = (): object => task(99);

/** Of Hazelcast's tests jar: gives the text with `:result` behind it. */
export const sample = (text: string): object => task(2, (output) => output.writeString(text), 666);

/** Gives twice the number, as a Portable. */
export const portableDouble = (number: number): Portable => ({
  factoryId: 1,
  classId: 1,
  writePortable: (writer: PortableWriter) => writer.writeInt('number', number),
  readPortable: () => undefined,
});

/** Gives twice the number, as a Compact value: for a client with {@link compactSerializer}. */
export class CompactDouble {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

export const compactSerializer = {
  getClass: () => CompactDouble,
  getTypeName: () => 'Tasks$CompactDouble',
  read: (reader: { readInt32(name: string): number }) => new CompactDouble(reader.readInt32('number')),
  write: (writer: { writeInt32(name: string, value: number): void }, { number }: CompactDouble) =>
    writer.writeInt32('number', number),
};
