import { RequestKind } from '../ring/records.js';

/** A call, a cancel or a control message that found the ring full, or others before it, or is too long for the ring. */
export interface QueuedRequest {
  readonly kind: RequestKind;
  /** The call's slot; a record of another kind has none. */
  readonly slot: number;
  readonly generation: number;
  /** Record payload: for a call its header, then (unless spilled) the bytes of the message. */
  readonly record: Buffer;
  /** The buffer `record` lies in, to be given back once it is in the ring; undefined when nobody wants it back. */
  readonly borrowed: Buffer | undefined;
  /** What is too long to go inline, of a call with room for its header; the buffer under it is handed over whole. */
  readonly spilled: Buffer | undefined;
}

/** Whether it is a call. */
export function isCall({ kind }: QueuedRequest): boolean {
  return kind === RequestKind.INVOKE || kind === RequestKind.INVOKE_SPILLED;
}
