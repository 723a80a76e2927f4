import {
  COMPLETION_BODY_OFFSET,
  CompletionKind,
  ControlBlock,
  OneToOneRing,
  SPILL_BUFFERS_OFFSET,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
  type Counters,
} from '@offloop/runtime/ring';
import { CompletionWriter } from '@offloop/runtime/thread';

export interface Completion {
  readonly kind: number;
  readonly slot: number;
  readonly generation: number;
  readonly body: Buffer;
  readonly spilled: boolean;
}

/** A completion writer with the caller's end of its ring in the hands of the test. */
export class CompletionBench {
  readonly writer: CompletionWriter;
  readonly control: ControlBlock = ControlBlock.create();
  readonly counters: Counters = this.control.floor;
  readonly ring: OneToOneRing;
  readonly consumer: ReturnType<OneToOneRing['consumer']>;
  readonly spills: ArrayBuffer[] = [];
  signals = 0;

  constructor(capacity: number, maxSpilledBytes = 2 ** 30) {
    this.ring = OneToOneRing.create(capacity);
    this.consumer = this.ring.consumer();
    const link = {
      signal: () => {
        this.signals++;
      },
      spill: (buffer: ArrayBuffer) => {
        this.spills.push(buffer);
      },
    };
    this.writer = new CompletionWriter(
      OneToOneRing.attach(this.ring.buffer).producer(),
      link,
      this.control,
      maxSpilledBytes,
    );
  }

  /** What the caller finds in its ring, spilled bodies put back in their place. */
  read(limit?: number): Completion[] {
    const met: Completion[] = [];
    const { words, bytes } = this.ring;
    const onRecord = (type: number, offset: number, length: number): void => {
      let kind = type;
      let body = Buffer.from(bytes.subarray(offset + COMPLETION_BODY_OFFSET, offset + length));
      const spilled = kind === CompletionKind.SPILL;
      if (spilled) {
        kind = words[(offset + SPILL_KIND_OFFSET) >> 2];
        const buffers = this.spills.splice(0, words[(offset + SPILL_BUFFERS_OFFSET) >> 2]);
        body = Buffer.concat(buffers.map((buffer) => Buffer.from(buffer)));
        if (body.length !== words[(offset + SPILL_LENGTH_OFFSET) >> 2])
          throw new Error('not the spill announced');
      }
      met.push({ kind, slot: words[offset >> 2], generation: words[(offset + 4) >> 2], body, spilled });
    };
    this.consumer.drain({ onRecord }, limit);
    return met;
  }

  /** What was completed: slots, each with its kind or the code of its failure. */
  outcomes(): [slot: number, outcome: number | string][] {
    this.writer.flush();
    return this.read().map(({ slot, kind, body }) => [
      slot,
      kind === CompletionKind.ERROR ? (JSON.parse(body.toString()) as { code: string }).code : kind,
    ]);
  }
}
