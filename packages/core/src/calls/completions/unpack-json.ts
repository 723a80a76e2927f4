import { Unpackr } from 'msgpackr/unpack';

// Without a list of structures it forgets those of a record when it begins the next: records are complete in themselves.
const unpackr = new Unpackr({ useRecords: true });

/** The JSON value packed in `bytes[start, end)`: just what `JSON.parse` would give for its text. */
export function unpackJson(bytes: Buffer, start: number, end: number): unknown {
  // COPY: where the application loads msgpackr too, its native reader may take part, and that knows no shared memory.
  return unpackr.unpack(Buffer.from(bytes.subarray(start, end)));
}
