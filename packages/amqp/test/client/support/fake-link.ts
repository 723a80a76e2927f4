import type { LinkDiagnosis } from '@offloop/runtime';

import type { Opened } from '../../../src/link/settings.js';
import { openSession } from '../../../src/client/connection/open-session.js';
import type { Session } from '../../../src/client/connection/session.js';
import type { AmqpLink, AmqpLinkEvents, ConnectionEnd } from '../../../src/client/links.js';
import { ChannelModel } from '../../../src/client/promise/channel-model.js';
import type { Channel } from '../../../src/client/promise/channel.js';
import type { ConfirmChannel } from '../../../src/client/promise/confirm-channel.js';
import type { ChannelOptions } from '../../../src/client/types/options.js';
import { decodeMethod } from '../../../src/wire/decode.js';
import { FrameReader, FrameType } from '../../../src/wire/frame-reader.js';
import { FrameWriter } from '../../../src/wire/frame-writer.js';
import type { MethodSpec } from '../../../src/wire/method-spec.js';
import {
  BasicConsumeOk,
  BasicDeliver,
  ChannelOpenOk,
  ConfirmSelectOk,
  methodById,
} from '../../../src/wire/methods.js';

type Fields = Readonly<Record<string, unknown>>;

/** A method that was written. */
export interface Sent {
  readonly channel: number;
  readonly name: string;
  readonly fields: Fields;
}

const OPENED: Opened = {
  channelMax: 10,
  frameMax: 4096,
  heartbeat: 60,
  serverProperties: { product: 'fake' },
  remoteAddress: '127.0.0.1',
  remotePort: 5672,
  localAddress: '127.0.0.1',
  localPort: 40_000,
};
const METHOD_ID_BYTES = 4;

/** A link without a server: it keeps what is written, and the test says what comes. */
export class FakeLink implements AmqpLink {
  readonly number = 1;
  readonly opened = OPENED;
  readonly isThreaded = false;
  isUnlimited = false;
  readonly writer = new FrameWriter();
  /** All methods that were written. */
  readonly sent: Sent[] = [];
  /** True: what is written waits for `flush`, as it does for the end of a tick. */
  isHeld = false;
  /** How the client has ended it. */
  end: string | undefined;
  readonly #events: AmqpLinkEvents;
  #unsent = 0;

  constructor(events: AmqpLinkEvents) {
    this.#events = events;
  }

  get waiting(): number {
    return this.#unsent + this.writer.length;
  }

  written(): void {
    if (!this.isHeld) this.flush();
  }

  /** The tick is over. */
  flush(): void {
    const bytes = this.writer.take();
    this.#unsent += bytes.length;
    const reader = new FrameReader(0);
    for (let at = 0; at < bytes.length;) {
      at = reader.take(bytes, at, bytes.length);
      if (reader.type !== FrameType.METHOD) continue;
      const spec = methodById(bytes.readUInt32BE(reader.payloadStart))!;
      const fields = decodeMethod(spec, bytes, reader.payloadStart + METHOD_ID_BYTES, reader.payloadEnd);
      this.sent.push({ channel: reader.channel, name: spec.name, fields });
    }
  }

  close(): void {
    this.flush();
    const { replyCode, replyText } = this.sent.pop()!.fields;
    this.end = `closed: ${String(replyCode)} ${String(replyText)}`;
  }

  destroy(): void {
    this.end = 'destroyed';
  }

  takeArrived(): void {}

  diagnose(): Promise<LinkDiagnosis> {
    return Promise.resolve({ socket: null, floor: null });
  }

  /** The socket takes all that waits. */
  take(): void {
    this.#unsent = 0;
    this.#events.onWritten();
  }

  /** A method comes. */
  come(channel: number, spec: MethodSpec, fields: Fields = {}): void {
    const writer = new FrameWriter();
    writer.method(channel, spec, fields);
    this.#come(writer.take());
  }

  /** A method with content comes. */
  comeWith(channel: number, spec: MethodSpec, fields: Fields, content: string): void {
    const writer = new FrameWriter();
    writer.content(channel, spec, fields, {}, Buffer.from(content), 0);
    this.#come(writer.take());
  }

  /** A message comes for a consumer of channel 1. */
  deliver(consumerTag: string, deliveryTag: number, content: string = 'x'): void {
    this.comeWith(1, BasicDeliver, { consumerTag, deliveryTag, exchange: '', routingKey: 'q' }, content);
  }

  block(reason: string): void {
    this.#events.onNews({ type: 'blocked', reason });
  }

  unblock(): void {
    this.#events.onNews({ type: 'unblocked' });
  }

  secretUpdated(): void {
    this.#events.onNews({ type: 'secret-updated' });
  }

  ended(end: ConnectionEnd): void {
    this.#events.onEnd(end);
  }

  /** The names of what was written since this was asked before. */
  names(): string[] {
    return this.sent.splice(0).map(({ name }) => name);
  }

  #come(frames: Buffer): void {
    this.#events.onFrames(frames, 0, frames.length);
  }
}

/** Opens a session on a fake link. @param early runs before the session is there */
export async function openFake(
  early: (link: FakeLink) => void = () => undefined,
): Promise<{ readonly link: FakeLink; readonly session: Session }> {
  let link: FakeLink | undefined;
  const session = await openSession(
    async (_settings, events) => {
      link = new FakeLink(events);
      early(link);
      return link;
    },
    'amqp://localhost',
    {},
  );
  return { link: link!, session };
}

/** A channel that is open on a fake link. */
export interface Bench<C = Channel> {
  readonly link: FakeLink;
  readonly model: ChannelModel;
  readonly channel: C;
}

export async function openChannel(): Promise<Bench> {
  const { link, session } = await openFake();
  const model = new ChannelModel(session);
  const opening = model.createChannel();
  link.come(1, ChannelOpenOk);
  return { link, model, channel: await opening };
}

export async function openConfirmChannel(options?: ChannelOptions): Promise<Bench<ConfirmChannel>> {
  const { link, session } = await openFake();
  const model = new ChannelModel(session);
  const opening = model.createConfirmChannel(options);
  link.come(1, ChannelOpenOk);
  // The next method is sent when the promise of the first has resolved.
  await new Promise((resolve) => setImmediate(resolve));
  link.come(1, ConfirmSelectOk);
  const channel = await opening;
  link.take();
  link.names();
  return { link, model, channel };
}

/** Starts a consumer of channel 1 under a tag. */
export async function startConsumer(
  { link, channel }: Bench,
  consumerTag: string,
  onMessage: Parameters<Channel['consume']>[1] = () => undefined,
  noAck: boolean = false,
): Promise<void> {
  const consuming = channel.consume('q', onMessage, { noAck });
  link.come(1, BasicConsumeOk, { consumerTag });
  await consuming;
}
