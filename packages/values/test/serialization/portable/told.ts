import type { Portable, PortableReader, PortableWriter } from '../../../src/portable/portable.js';

/** Writes and reads what it is told to. */
export class Told implements Portable {
  factoryId = 1;
  classId: number;
  /** What its reading gave. */
  read: unknown;
  readonly #write: (writer: PortableWriter) => void;
  readonly #read: (reader: PortableReader) => unknown;

  constructor(
    write: (writer: PortableWriter) => void,
    read: (reader: PortableReader) => unknown = () => undefined,
    classId: number = 1,
  ) {
    this.#write = write;
    this.#read = read;
    this.classId = classId;
  }

  writePortable(writer: PortableWriter): void {
    this.#write(writer);
  }

  readPortable(reader: PortableReader): void {
    this.read = this.#read(reader);
  }
}

/** One that writes no fields. */
export const reading = (read: (reader: PortableReader) => unknown): Told => new Told(() => undefined, read);
