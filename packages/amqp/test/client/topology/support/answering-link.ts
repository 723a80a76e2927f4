import type { AmqpLinkEvents } from '../../../../src/client/links.js';
import { allMethods, ChannelClose } from '../../../../src/wire/methods.js';
import { FakeLink, type Sent } from '../../support/fake-link.js';

const specs = Object.fromEntries(Array.from(allMethods(), (spec) => [spec.name, spec]));
/** Names of the methods whose answer has the same name with `Ok`. */
const ANSWERED = new Set(
  Object.keys(specs)
    .filter((name) => name.endsWith('Ok'))
    .map((name) => name.slice(0, -2)),
);

/** Why a method is refused. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
}

/** Says whether a method is refused. 'silence': it is not answered. */
export type Judge = (sent: Sent) => Refusal | 'silence' | undefined;

/** A link to a server that does all it is asked for, but for what its judge refuses. It answers in later turns of the loop, one method in each. */
export class AnsweringLink extends FakeLink {
  readonly #events: AmqpLinkEvents;
  readonly #judge: Judge;
  readonly #name: (prefix: string) => string;
  #answered = 0;

  /** @param name makes names of queues and consumers */
  constructor(events: AmqpLinkEvents, judge: Judge, name: (prefix: string) => string) {
    super(events);
    this.#events = events;
    this.#judge = judge;
    this.#name = name;
  }

  override written(): void {
    super.written();
    setImmediate(() => this.#answer());
  }

  override close(): void {
    super.close();
    setImmediate(() => this.#events.onEnd({ kind: 'closed' }));
  }

  /** Methods that were sent and tell something, as texts. */
  get told(): string[] {
    return this.sent.map(({ name, channel, fields }) =>
      [channel, name, fields['queue'] ?? fields['exchange'] ?? fields['destination'], fields['consumerTag']]
        .filter((each) => each !== undefined && each !== '')
        .join(' '),
    );
  }

  #answer(): void {
    const sent = this.sent[this.#answered++];
    if (sent === undefined || this.end !== undefined) return;
    const refusal = this.#judge(sent);
    if (refusal === 'silence') return;
    if (refusal !== undefined) return this.#refuse(sent, refusal);
    if (!ANSWERED.has(sent.name)) return;
    const { queue, consumerTag } = sent.fields as { queue?: string; consumerTag?: string };
    this.come(sent.channel, specs[`${sent.name}Ok`], {
      queue: sent.name === 'QueueDeclare' ? queue || this.#name('amq.gen-') : '',
      consumerTag: sent.name === 'BasicConsume' ? consumerTag || this.#name('amq.ctag-') : '',
      messageCount: 0,
      consumerCount: 0,
    });
    this.take();
  }

  #refuse({ channel, name }: Sent, { code, text }: Refusal): void {
    const { id } = specs[name];
    this.come(channel, ChannelClose, {
      replyCode: code,
      replyText: text,
      classId: id >>> 16,
      methodId: id & 0xffff,
    });
  }
}
