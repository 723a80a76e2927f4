import type { CompactReader } from './compact-reader.js';
import type { CompactWriter } from './compact-writer.js';

/**
 * Writes the objects of one class as Compact values, and makes them again. It runs on the caller's thread, and may call the
 * client.
 *
 * Objects are found by their class itself: those of a class that extends it are not among them.
 */
export interface CompactSerializer<C = unknown> {
  /** The class, or the function that constructs the objects. */
  // The official type: a class, a function, with whatever arguments.
  // oxlint-disable-next-line typescript/no-unsafe-function-type
  getClass(): Function;
  /** The name of the type in the cluster: the same wherever its values are read and written. */
  getTypeName(): string;
  /** Makes an object. The reader is not to be used once this has returned. */
  read(reader: CompactReader): C;
  /**
   * Writes an object: the same fields, of the same kinds, for each. It runs once more for the first object of its class, to
   * learn the fields, and again when the cluster had to be told of them.
   */
  write(writer: CompactWriter, instance: C): void;
}
