import {
  COMPLETION_BODY_OFFSET,
  CompletionKind,
  ControlBlock,
  OneToOneRing,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
} from '@offloop/wire/ring';

import { CompletionWriter } from '../../src/completion-writer.js';

export interface Completion {
  readonly kind: CompletionKind;
  readonly slot: number;
  readonly generation: number;
  readonly body: Buffer;
  readonly spilled: boolean;
}

/** A completion writer with the caller's end of its ring in the hands of the test. */
export class CompletionBench {
  readonly writer: CompletionWriter;
  readonly counters: ControlBlock = ControlBlock.create();
  readonly ring: OneToOneRing;
  readonly consumer: ReturnType<OneToOneRing['consumer']>;
  readonly spills: ArrayBuffer[] = [];
  bells = 0;

  constructor(capacity: number) {
    this.ring = OneToOneRing.create(capacity);
    this.consumer = this.ring.consumer();
    const link = {
      ring: () => {
        this.bells++;
      },
      spill: (buffer: ArrayBuffer) => {
        this.spills.push(buffer);
      },
    };
    this.writer = new CompletionWriter(OneToOneRing.attach(this.ring.buffer).producer(), link, this.counters);
  }

  /** What the caller finds in its ring, spilled bodies put back in their place. */
  read(limit?: number): Completion[] {
    const met: Completion[] = [];
    const { words, bytes } = this.ring;
    const onRecord = (type: number, offset: number, length: number): void => {
      let kind = type as CompletionKind;
      let body = Buffer.from(bytes.subarray(offset + COMPLETION_BODY_OFFSET, offset + length));
      const spilled = kind === CompletionKind.SPILL;
      if (spilled) {
        kind = words[(offset + SPILL_KIND_OFFSET) >> 2] as CompletionKind;
        const buffer = this.spills.shift();
        if (buffer?.byteLength !== words[(offset + SPILL_LENGTH_OFFSET) >> 2])
          throw new Error('not the spill announced');
        body = Buffer.from(buffer);
      }
      met.push({ kind, slot: words[offset >> 2], generation: words[(offset + 4) >> 2], body, spilled });
    };
    this.consumer.drain({ onRecord }, limit);
    return met;
  }
}
