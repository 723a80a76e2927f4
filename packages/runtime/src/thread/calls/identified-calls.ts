import type { CallHeader } from '../../ring/call-header.js';
import type { CompletionWriter } from '../completion-writer.js';
import { RetainedCalls, type BegunCall } from './retained-calls.js';

/** Writes the id of a call into its request, which begins at `bytes[start]`. Slot and generation are int32s from 0. */
export type WriteId = (bytes: Buffer, start: number, slot: number, generation: number) => void;

/** The calls of a connection on which replies carry the id of their request, and come in any order. The id is the call's slot and generation. */
export class IdentifiedCalls extends RetainedCalls {
  readonly #writeId: WriteId;

  /** @param maxAttempts as for `RetainedCalls` */
  constructor(completions: CompletionWriter, writeId: WriteId, maxAttempts?: number) {
    super(completions, maxAttempts);
    this.#writeId = writeId;
  }

  override begin(call: Readonly<CallHeader>, bytes: Buffer, from: number): void {
    super.begin(call, bytes, from);
    const { slot, generation } = call;
    const { chunk, start } = this.openOf(slot, generation)!;
    this.#writeId(chunk, start, slot, generation);
  }

  /** Takes the call that a reply belongs to: complete it now. Null when it was given up, and for an id that no call has. */
  takeReplied(slot: number, generation: number): BegunCall | null {
    const call = this.openOf(slot, generation);
    return call === undefined ? null : this.replied(call);
  }
}
