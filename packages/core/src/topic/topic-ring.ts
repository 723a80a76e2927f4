import { decodeResponse, messages } from '@offloop/wire';
import { askAgain } from '../calls/ask-again.js';
import type { CallOptions } from '../calls/call-options.js';
import { Operation, operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';
import { ObjectName } from '../calls/requests/object-name.js';
import type { Invoker } from '../calls/invoker.js';
import { RINGBUFFER_SERVICE } from '../objects/ring-proxy.js';
import type { ReliableTopicMessage } from './reliable-topic-message.js';

/** Messages read from the ring buffer. Sequences count messages, so they stay far below what a number holds exactly. */
export interface Batch {
  /** The serialized messages. */
  readonly items: readonly Buffer[];
  /** Sequence of the first item that was read. */
  readonly first: number;
  /** Sequence of the next item to read. */
  readonly next: number;
}

/** The signal that cancels a read. */
export interface ReadOptions {
  readonly signal: AbortSignal;
}

type ReadMany = typeof messages.ringbuffer.readMany;

const m = {
  headSequence: operation(messages.ringbuffer.headSequence),
  tailSequence: operation(messages.ringbuffer.tailSequence),
  addAll: operation(messages.ringbuffer.addAll),
  add: operation(messages.ringbuffer.add),
  readMany: new Operation<ArgumentsOf<ReadMany>, Batch>(messages.ringbuffer.readMany, {
    decodeFrames: (bytes, start, end) => {
      // COPY: the items are read later.
      const message = Buffer.from(bytes.subarray(start, end));
      const { readCount, items, nextSeq } = decodeResponse(
        messages.ringbuffer.readMany,
        message,
        0,
        message.length,
      );
      return { items, first: Number(nextSeq) - readCount, next: Number(nextSeq) };
    },
  }),
};

/** The protocol's numbers of the policies for an item without room. */
const OVERWRITE = 0;
const FAIL = 1;

const PREFIX = '_hz_rb_';

/** Returns the name and service of the ring buffer that holds a reliable topic's messages. */
export function ringOf(topic: string): { readonly name: string; readonly serviceName: string } {
  return { name: `${PREFIX}${topic}`, serviceName: RINGBUFFER_SERVICE };
}

/** The ring buffer of one topic, with the operations that the topic needs. */
export class TopicRing {
  readonly #name: ObjectName;
  readonly #invoker: Invoker;

  constructor(topic: string, invoker: Invoker) {
    const { name, serviceName } = ringOf(topic);
    this.#name = new ObjectName(name, serviceName);
    this.#invoker = invoker;
  }

  /** Resolves to the sequence of the oldest message. In an empty ring buffer it is one more than the tail's. */
  async head({ signal }: ReadOptions): Promise<number> {
    const ask = (options: CallOptions) => this.#invoker.invoke(m.headSequence, this.#name, {}, options);
    return (await askAgain(ask, { signal })).toNumber();
  }

  /** Resolves to the sequence of the newest message; −1 when there never was one. */
  async tail({ signal }: ReadOptions): Promise<number> {
    const ask = (options: CallOptions) => this.#invoker.invoke(m.tailSequence, this.#name, {}, options);
    return (await askAgain(ask, { signal })).toNumber();
  }

  /** Waits for a message, and resolves to at most `most` of the present ones. */
  read(from: number, most: number, options: CallOptions): Promise<Batch> {
    return this.#read(from, 1, most, options);
  }

  /** Resolves to at most `most` messages without waiting. If there is none at `from` yet, `first` of the result may differ from it. */
  peek(from: number, most: number, options: CallOptions): Promise<Batch> {
    return this.#read(from, 0, most, options);
  }

  #read(from: number, least: number, most: number, options: CallOptions): Promise<Batch> {
    const fields = { startSequence: from, minCount: least, maxCount: most, filter: null };
    return this.#invoker.invoke(m.readMany, this.#name, fields, options);
  }

  /** Adds messages; resolves to whether there was room. With `overwrites` there always is. */
  async add(
    items: readonly ReliableTopicMessage[],
    overwrites: boolean,
    options: CallOptions | undefined,
  ): Promise<boolean> {
    const overflowPolicy = overwrites ? OVERWRITE : FAIL;
    const sequence =
      items.length === 1
        ? this.#invoker.invoke(m.add, this.#name, { overflowPolicy, value: items[0] }, options)
        : this.#invoker.invoke(m.addAll, this.#name, { overflowPolicy, valueList: items }, options);
    return !(await sequence).isNegative();
  }
}
