import type { CompactReader } from './compact-reader.js';
import type { CompactWriter } from './compact-writer.js';

/**
 * Writes the objects of one class as Compact values, and makes them again. It runs on the caller's thread, and may call the
 * client.
 *
 * It is used for objects of exactly this class, not for those of subclasses.
 */
export interface CompactSerializer<C = unknown> {
  /** Returns the class, or the function that constructs the objects. */
  // The official type: a class, a function, with whatever arguments.
  // oxlint-disable-next-line typescript/no-unsafe-function-type
  getClass(): Function;
  /** Returns the name of the type in the cluster: the same wherever its values are read and written. */
  getTypeName(): string;
  /** Makes an object from its fields. The reader cannot be used once this has returned. */
  read(reader: CompactReader): C;
  /**
   * Writes the fields of an object: the same ones, of the same kinds, for each object. For the first object of the class it runs
   * once more, to learn the fields, and again when the cluster had to be told of them.
   */
  write(writer: CompactWriter, instance: C): void;
}
