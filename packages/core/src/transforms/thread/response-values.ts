import { FrameReader } from '@offloop/wire/protocol';

/** What a reader of values is given: the range of one serialized value in `bytes`. */
export type TakeValue<T> = (bytes: Buffer, start: number, end: number) => T;

/** The one value of a response to `map.get`; null when there is none. */
export function readValue<T>(message: ArrayBuffer, take: TakeValue<T>): T | null {
  const bytes = Buffer.from(message);
  const reader = new FrameReader().reset(bytes, 0, bytes.length);
  // The initial frame, then the value's.
  if (!reader.next() || !reader.next() || reader.isNull()) return null;
  return take(bytes, reader.contentStart, reader.contentEnd);
}

/** Keys and values of a response to `map.getAll`, one after the other; each pair is asked for when the last is done with. */
export function* readEntries(message: ArrayBuffer): Generator<{
  readonly bytes: Buffer;
  readonly key: readonly [start: number, end: number];
  readonly value: readonly [start: number, end: number];
}> {
  const bytes = Buffer.from(message);
  const reader = new FrameReader().reset(bytes, 0, bytes.length);
  while (reader.next() && !reader.isBeginStruct());
  while (reader.next() && !reader.isEndStruct()) {
    const key = [reader.contentStart, reader.contentEnd] as const;
    if (!reader.next()) return;
    yield { bytes, key, value: [reader.contentStart, reader.contentEnd] };
  }
}
