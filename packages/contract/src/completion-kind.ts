import { CompletionKind as FloorKind } from '@offloop/runtime/thread';
import { DATA_PAYLOAD_OFFSET } from '@offloop/wire';

/** Kinds of completions for Hazelcast's responses. The numbers begin at `FIRST_PROTOCOL_KIND`. */
const OWN = {
  /** A `long`. */
  INT64: 32,
  /** The text of a JSON value. */
  JSON: 33,
  /** A JSON value as a tape: see `formats/tape.ts`. The shapes that it uses were announced before. */
  TAPE: 34,
  /** A whole serialized value, with its header, that only the caller's serializers can read. */
  DATA: 35,
  /** A list of serialized values with the table of its elements: see `formats/list.ts`. */
  LIST: 36,
  /** A whole response message that no faster kind covers. */
  FRAMES: 37,
  /** A whole response message that the worker has not decoded. Always in a `SPILL`, so that another thread can get the buffer. */
  RAW: 38,
  /** A page of rows: see `formats/page.ts`. */
  PAGE: 39,
  /** A whole response message behind the number of the connection that it came by, an int32: see {@link WITH_CONNECTION_MESSAGE_OFFSET}. */
  WITH_CONNECTION: 40,
} as const;

/** Kinds of completions: the floor's, and Hazelcast's own. */
export const CompletionKind: typeof FloorKind & typeof OWN = { ...FloorKind, ...OWN };

/** Offset of the message in the body of a `WITH_CONNECTION`. */
export const WITH_CONNECTION_MESSAGE_OFFSET = 4;

/** Offset of the text or the bytes in a `Data`: the header and an int32 length come before. */
const TEXT_OFFSET: number = DATA_PAYLOAD_OFFSET + 4;

/** Offset in a `Data` of the part its reader needs, in bytes, indexed by `CompletionKind`. 0: the reader needs all of it. */
export const DATA_BODY_OFFSETS: Uint8Array = new Uint8Array(64);
for (const name of ['ASCII', 'UTF8', 'JSON', 'TAPE', 'BYTES'] as const) {
  DATA_BODY_OFFSETS[CompletionKind[name]] = TEXT_OFFSET;
}
for (const kind of [CompletionKind.FLOAT64, CompletionKind.INT64, CompletionKind.INT32]) {
  DATA_BODY_OFFSETS[kind] = DATA_PAYLOAD_OFFSET;
}
