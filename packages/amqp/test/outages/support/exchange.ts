import type { Channel, ConfirmChannel, RecoveringChannelModel } from '../../support/ours/index.js';
import type { Ledger } from './ledger.js';

/** What is exchanged, and by which limits. */
export interface ExchangeSettings {
  readonly queue: string;
  readonly count: number;
  readonly bytes: number;
  /** Most messages that are published and not confirmed. */
  readonly window: number;
  /** Most messages that are delivered and not acknowledged. */
  readonly prefetch: number;
}

/** Bytes of a message's number, at its start and at its end. */
const NUMBER = 4;

/**
 * Publishes all messages on a channel that comes back, each again until it is confirmed.
 *
 * @param mayPublish resolves when a message may be published for the first time
 */
export async function publishAll(
  channel: ConfirmChannel,
  { queue, count, bytes, window }: ExchangeSettings,
  ledger: Ledger,
  mayPublish: (id: number) => Promise<void> | undefined,
): Promise<void> {
  const body = Buffer.alloc(bytes, 'x');
  const again: number[] = [];
  let [next, open] = [0, 0];
  let wake = (): void => undefined;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  channel.on('recovered', () => wake());
  const settle = (id: number, error: unknown): void => {
    open--;
    if (error === null) ledger.onConfirm(id);
    else again.push(id);
    wake();
  };
  while (ledger.confirmed < count) {
    if (open >= window || (again.length === 0 && next === count)) {
      await turn();
      continue;
    }
    const id = again.pop() ?? next++;
    await mayPublish(id);
    body.writeUInt32BE(id, 0);
    body.writeUInt32BE(id, bytes - NUMBER);
    ledger.onPublish(id);
    try {
      channel.sendToQueue(queue, body, { persistent: true }, (error) => settle(id, error));
      open++;
    } catch {
      // It is lost: nothing can be published until it is back.
      again.push(id);
      await turn();
    }
  }
}

/** Consumes until all messages were received, on a channel that comes back. Throws for a message that is not as it was sent. */
export async function consumeAll(
  model: RecoveringChannelModel,
  channel: Channel,
  { queue, count, bytes, prefetch }: ExchangeSettings,
  ledger: Ledger,
  onReceived: (received: number) => void,
): Promise<void> {
  let session = ledger.onConsumer();
  for (const event of ['disconnect', 'connect-failed'])
    model.on(event, () => {
      session = ledger.onConsumer();
    });
  await channel.prefetch(prefetch);
  await new Promise<void>((resolve) => {
    void channel.consume(queue, (message) => {
      if (message === null) throw new Error('the consumer was cancelled');
      const { content, fields } = message;
      const id = content.readUInt32BE(0);
      if (content.length !== bytes || content.readUInt32BE(bytes - NUMBER) !== id)
        throw new Error(`a message of ${content.length} bytes is not as it was sent`);
      ledger.onDelivery(id, session, fields.deliveryTag, fields.redelivered);
      channel.ack(message);
      onReceived(ledger.received);
      if (ledger.received === count) resolve();
    });
  });
}
