import type { Came, Recorded } from './links.js';
import {
  BasicConsume,
  BasicPublish,
  ChannelOpen,
  ConfirmSelect,
  QueueDeclare,
  QueueDelete,
} from '../../src/wire/methods.js';
import type { MethodSpec } from '../../src/wire/method-spec.js';

type Fields = Readonly<Record<string, unknown>>;

/** Talks to a broker by one channel of a connection. */
export class Conversation {
  readonly #recorded: Recorded;
  readonly channel: number;

  constructor(recorded: Recorded, channel: number = 1) {
    this.#recorded = recorded;
    this.channel = channel;
  }

  /** Sends a method that the server answers by one of the same name with `Ok`. Resolves to that. */
  async call(spec: MethodSpec, fields: Fields = {}): Promise<Came> {
    const { told } = this.#recorded;
    const answers = (): Came[] =>
      told.came.filter(({ channel, name }) => channel === this.channel && name === `${spec.name}Ok`);
    const before = answers().length;
    this.send(spec, fields);
    await told.until(() => told.end !== undefined || answers().length > before);
    if (told.end !== undefined) throw new Error(`no answer to ${spec.name}: ${JSON.stringify(told.end)}`);
    return answers()[before];
  }

  send(spec: MethodSpec, fields: Fields = {}): void {
    const { link } = this.#recorded;
    link.writer.method(this.channel, spec, fields);
    link.written();
  }

  /** Opens the channel, with a queue that goes with the connection. @param confirms whether publishes are confirmed */
  async begin(queue: string, confirms: boolean = false): Promise<void> {
    await this.call(ChannelOpen);
    if (confirms) await this.call(ConfirmSelect);
    await this.call(QueueDeclare, { queue, exclusive: true, arguments: {} });
  }

  publish(queue: string, content: Buffer): void {
    const { link } = this.#recorded;
    const { frameMax } = link.opened;
    link.writer.content(
      this.channel,
      BasicPublish,
      { exchange: '', routingKey: queue },
      {},
      content,
      frameMax,
    );
    link.written();
  }

  async consume(queue: string, noAck: boolean = true): Promise<void> {
    await this.call(BasicConsume, { queue, consumerTag: 'c', noAck, arguments: {} });
  }

  async forget(queue: string): Promise<void> {
    await this.call(QueueDelete, { queue });
  }
}
