import { setTimeout as sleep } from 'node:timers/promises';

import { connect, type Channel, type ChannelModel, type ConfirmChannel } from '../../support/ours/index.js';
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

/** Milliseconds between two attempts to connect. */
const RETRY_MILLIS = 100;
/** Bytes of a message's number, at its start and at its end. */
const NUMBER = 4;

/**
 * Publishes all messages, each again until it is confirmed, on one connection after another.
 *
 * @param mayPublish resolves when a message may be published for the first time
 */
export async function publishAll(
  url: string,
  settings: ExchangeSettings,
  ledger: Ledger,
  mayPublish: (id: number) => Promise<void> | undefined,
): Promise<void> {
  const { queue, count, bytes } = settings;
  const body = Buffer.alloc(bytes, 'x');
  let next = 0;
  let again: number[] = [];
  while (ledger.confirmed < count) {
    await onConnection(url, async (model, ended) => {
      const channel = await model.createConfirmChannel();
      channel.on('error', ignore);
      const publishing = new Publishing(channel, settings, ledger);
      for (;;) {
        const id = again.pop() ?? (next < count ? next++ : undefined);
        if (id === undefined) break;
        await mayPublish(id);
        body.writeUInt32BE(id, 0);
        body.writeUInt32BE(id, bytes - NUMBER);
        if (!(await publishing.publish(queue, id, body))) break;
      }
      await Promise.race([publishing.untilAllSettled(), ended]);
      // Their callbacks have run: a lost connection settles all.
      await publishing.untilAllSettled();
      again = [...again, ...publishing.failed];
    });
  }
}

/** Publishes on one channel. */
class Publishing {
  /** Messages that were not confirmed. */
  readonly failed: number[] = [];
  readonly #channel: ConfirmChannel;
  readonly #window: number;
  readonly #ledger: Ledger;
  #open = 0;
  #wake: () => void = ignore;

  constructor(channel: ConfirmChannel, { window }: ExchangeSettings, ledger: Ledger) {
    this.#channel = channel;
    this.#window = window;
    this.#ledger = ledger;
  }

  /** Publishes a message, when there is room in the window. @returns false if the channel is closed */
  async publish(queue: string, id: number, body: Buffer): Promise<boolean> {
    this.#ledger.onPublish(id);
    try {
      this.#channel.sendToQueue(queue, body, { persistent: true }, (error) => this.#settle(id, error));
    } catch {
      this.failed.push(id);
      return false;
    }
    this.#open++;
    while (this.#open >= this.#window) await this.#turn();
    return this.failed.length === 0;
  }

  async untilAllSettled(): Promise<void> {
    while (this.#open > 0) await this.#turn();
  }

  #settle(id: number, error: unknown): void {
    this.#open--;
    if (error === null) this.#ledger.onConfirm(id);
    else this.failed.push(id);
    this.#wake();
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** Consumes until all messages were received, on one connection after another. Throws for a message that is not as it was sent. */
export async function consumeAll(
  url: string,
  { queue, count, bytes, prefetch }: ExchangeSettings,
  ledger: Ledger,
  onReceived: (received: number) => void,
): Promise<void> {
  while (ledger.received < count) {
    await onConnection(url, async (model, ended) => {
      const channel = await model.createChannel();
      channel.on('error', ignore);
      await channel.prefetch(prefetch);
      const session = ledger.onConsumer();
      let resolve = ignore;
      const all = new Promise<void>((settle) => {
        resolve = settle;
      });
      await channel.consume(queue, (message) => {
        if (message === null) return;
        const { content, fields } = message;
        const id = content.readUInt32BE(0);
        if (content.length !== bytes || content.readUInt32BE(bytes - NUMBER) !== id)
          throw new Error(`a message of ${content.length} bytes is not as it was sent`);
        ledger.onDelivery(id, session, fields.deliveryTag, fields.redelivered);
        acknowledge(channel, message);
        onReceived(ledger.received);
        if (ledger.received === count) resolve();
      });
      await Promise.race([all, ended]);
    });
  }
}

/** A channel that has ended acknowledges nothing. The message comes again. */
function acknowledge(channel: Channel, message: Parameters<Channel['ack']>[0]): void {
  try {
    channel.ack(message);
  } catch (error) {
    if ((error as Error).name !== 'IllegalOperationError') throw error;
  }
}

/** Uses a connection until `use` has ended. What a lost connection makes fail is ignored: the caller tries again. */
async function onConnection(
  url: string,
  use: (model: ChannelModel, ended: Promise<void>) => Promise<void>,
): Promise<void> {
  let model: ChannelModel;
  try {
    model = await connect(url);
  } catch {
    await sleep(RETRY_MILLIS);
    return;
  }
  let isLost = false;
  const ended = new Promise<void>((resolve) => {
    model.on('error', ignore).on('close', () => {
      isLost = true;
      resolve();
    });
  });
  try {
    await use(model, ended);
    if (!isLost) await model.close();
  } catch (error) {
    await Promise.race([ended, sleep(5_000)]);
    if (!isLost) throw error;
  }
}

function ignore(): void {
  // What a kill makes fail is expected.
}
