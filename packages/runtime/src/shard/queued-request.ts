import { RequestKind } from '../ring/records.js';

/** A call, a cancel or a control message that does not go into the ring at once: it is full, others wait, or this is too long. */
export interface QueuedRequest {
  readonly kind: RequestKind;
  /** The call's slot; a record of another kind has none. */
  readonly slot: number;
  readonly generation: number;
  /** Payload of the record: for a call its header, then (unless spilled) the bytes of the message. */
  readonly record: Buffer;
  /** The buffer `record` lies in, to be given back once it is in the ring; undefined when nobody wants it back. */
  readonly borrowed: Buffer | undefined;
  /** The message, if it is too long to go inline, for a call behind room for its header; its whole buffer is handed over. */
  readonly spilled: Buffer | undefined;
}

export function isCall({ kind }: QueuedRequest): boolean {
  return kind === RequestKind.INVOKE || kind === RequestKind.INVOKE_SPILLED;
}
