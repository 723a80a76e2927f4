import { decodeResponse, messages } from '@offloop/wire/protocol';
import { askAgain } from '../calls/ask-again.js';
import type { CallOptions } from '../calls/call-options.js';
import { Operation, operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';
import { ObjectName } from '../calls/requests/object-name.js';
import type { Invoker } from '../calls/invoker.js';
import type { ReliableTopicMessage } from './reliable-topic-message.js';

/** Sequences are counted one by one: they stay far below what a number holds exactly. */
export interface Batch {
  /** As serialized. */
  readonly items: readonly Buffer[];
  /** Of the first item read, and of the next to read. */
  readonly first: number;
  readonly next: number;
}

/** What calls a read off. */
export interface ReadOptions {
  readonly signal: AbortSignal;
}

type ReadMany = typeof messages.ringbuffer.readMany;

const m = {
  headSequence: operation(messages.ringbuffer.headSequence),
  tailSequence: operation(messages.ringbuffer.tailSequence),
  addAll: operation(messages.ringbuffer.addAll),
  add: operation(messages.ringbuffer.add),
  readMany: new Operation<ArgumentsOf<ReadMany>, Batch>(
    messages.ringbuffer.readMany,
    undefined,
    (bytes, start, end) => {
      // COPY: the items are looked at later.
      const message = Buffer.from(bytes.subarray(start, end));
      const { readCount, items, nextSeq } = decodeResponse(
        messages.ringbuffer.readMany,
        message,
        0,
        message.length,
      );
      return { items, first: Number(nextSeq) - readCount, next: Number(nextSeq) };
    },
  ),
};

/** The protocol's numbers of what becomes of an item without room. */
const OVERWRITE = 0;
const FAIL = 1;

const PREFIX = '_hz_rb_';

/** The object a reliable topic's messages are in. */
export function ringOf(topic: string): { readonly name: string; readonly serviceName: string } {
  return { name: `${PREFIX}${topic}`, serviceName: 'hz:impl:ringbufferService' };
}

/** The ring buffer of one topic, as far as the topic needs it. */
export class TopicRing {
  readonly #name: ObjectName;
  readonly #invoker: Invoker;

  constructor(topic: string, invoker: Invoker) {
    this.#name = new ObjectName(ringOf(topic).name);
    this.#invoker = invoker;
  }

  /** The sequence of the oldest message. One more than the tail's in an empty ring buffer. */
  async head({ signal }: ReadOptions): Promise<number> {
    const ask = (options: CallOptions) => this.#invoker.invoke(m.headSequence, this.#name, {}, options);
    return (await askAgain(ask, { signal })).toNumber();
  }

  /** The sequence of the newest message; -1 where there never was one. */
  async tail({ signal }: ReadOptions): Promise<number> {
    const ask = (options: CallOptions) => this.#invoker.invoke(m.tailSequence, this.#name, {}, options);
    return (await askAgain(ask, { signal })).toNumber();
  }

  /** Waits for one message, and resolves to what there is, `most` at most. */
  read(from: number, most: number, options: CallOptions): Promise<Batch> {
    return this.#read(from, 1, most, options);
  }

  /** The same without waiting. Where there is nothing at `from` yet, `first` of what it resolves to may be another. */
  peek(from: number, most: number, options: CallOptions): Promise<Batch> {
    return this.#read(from, 0, most, options);
  }

  #read(from: number, least: number, most: number, options: CallOptions): Promise<Batch> {
    const fields = { startSequence: from, minCount: least, maxCount: most, filter: null };
    return this.#invoker.invoke(m.readMany, this.#name, fields, options);
  }

  /** Resolves to whether there was room, which with `overwrites` there always is. */
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
