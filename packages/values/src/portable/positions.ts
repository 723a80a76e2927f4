import { cannotDeserialize } from '../errors/serialization-error.js';
import type { DataInput, DataOutput } from '../data/serializer.js';

/*
 * A table of positions: where each of a Portable's fields, or of an array's elements, begins. They count from the beginning
 * of the whole value, its header included, so a Portable must be written where it stays.
 */
export const POSITION_BYTES = 4;
/** Position in place of one that is not written yet; the header is there, so no field can be. */
export const UNWRITTEN = 0;

/** Leaves room for a table of positions at the output's position. Returns where the table begins. */
export function reserveTable(output: DataOutput, entries: number): number {
  const table = output.position();
  output.writeZeroBytes(entries * POSITION_BYTES);
  return table;
}

/** Fills a table of positions, and leaves the output where it was. */
export function fillTable(output: DataOutput, table: number, positions: readonly number[]): void {
  const end = output.position(table);
  for (const each of positions) output.writeInt(each);
  output.position(end);
}

/** Writes a table of positions and the elements it leads to, one after another. */
export function writeElements<T>(
  output: DataOutput,
  elements: readonly T[],
  write: (element: T) => void,
): void {
  const table = reserveTable(output, elements.length);
  const positions = elements.map((each) => {
    const position = output.position();
    write(each);
    return position;
  });
  fillTable(output, table, positions);
}

/**
 * Reads `count` elements by the table at the input's position, and leaves the input behind the last one.
 *
 * All clients write elements one after another. Other positions are refused, since else an array of few bytes could have any
 * number of elements that are all the same large one.
 */
export function readElements<T>(input: DataInput, count: number, readElement: () => T): T[] {
  const table = input.position();
  if (count < 0 || count * POSITION_BYTES > input.available()) {
    throw cannotDeserialize(`length ${count}, with ${input.available()} bytes left for positions`);
  }
  input.skipBytes(count * POSITION_BYTES);
  const elements: T[] = [];
  for (let index = 0; index < count; index++) {
    const position = input.readInt(table + index * POSITION_BYTES);
    if (position < input.position()) {
      throw cannotDeserialize(`element ${index} at ${position}, which is before ${input.position()}`);
    }
    input.position(position);
    elements.push(readElement());
  }
  return elements;
}
