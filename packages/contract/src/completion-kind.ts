import { CompletionKind as FloorKind } from '@offloop/runtime/thread';
import { DATA_PAYLOAD_OFFSET } from '@offloop/wire';

/** Kinds that only Hazelcast's responses need, from `FIRST_PROTOCOL_KIND` on. */
const OWN = {
  /** A `long`. */
  INT64: 32,
  /** The text of a JSON value. */
  JSON: 33,
  /** A JSON value on a tape: see `formats/tape.ts`. Its shapes have been announced before. */
  TAPE: 34,
  /** A whole serialized value, with its header, that only the caller's serializers can read. */
  DATA: 35,
  /** A list of serialized values with the table of its elements: see `formats/list.ts`. */
  LIST: 36,
  /** A whole response message without a hot path. */
  FRAMES: 37,
  /** A whole response message nobody has looked into. Only ever in a `SPILL`, so that its reader can pass the buffer on. */
  RAW: 38,
  /** A page of rows: see `formats/page.ts`. */
  PAGE: 39,
} as const;

/** Kinds of completions: the floor's, and Hazelcast's own. */
export const CompletionKind: typeof FloorKind & typeof OWN = { ...FloorKind, ...OWN };

/** From the start of a `Data` that holds text or bytes to the first of them: the header and an int32 length come before. */
const TEXT_OFFSET: number = DATA_PAYLOAD_OFFSET + 4;

/** From the start of a `Data` to what its reader needs, in bytes, by its kind; 0: to the whole of it. */
export const DATA_BODY_OFFSETS: Uint8Array = new Uint8Array(64);
for (const name of ['ASCII', 'UTF8', 'JSON', 'TAPE', 'BYTES'] as const) {
  DATA_BODY_OFFSETS[CompletionKind[name]] = TEXT_OFFSET;
}
for (const kind of [CompletionKind.FLOAT64, CompletionKind.INT64, CompletionKind.INT32]) {
  DATA_BODY_OFFSETS[kind] = DATA_PAYLOAD_OFFSET;
}
