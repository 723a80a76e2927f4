import { errorOf, Links, PartsWriter, type Link, type LinkEnd } from '@offloop/runtime';
import { ReplyParser, Type } from './agent/reply-parser.js';
import { SubscriptionAgent } from './agent/subscription-agent.js';
import { commandText } from './command.js';
import type { RedisSettings } from './protocol/messages.js';

/** What a subscription tells. */
export interface SubscriptionEvents {
  readonly onMessage: (channel: string, message: Buffer) => void;
  /** The subscription is no more. @param error undefined: it was closed */
  readonly onEnd?: (error: Error | undefined) => void;
}

/** All subscriptions of the process. */
const links = new Links<RedisSettings, null, never>({
  name: 'redis-subscriptions',
  entry: new URL('./agent/subscription-entry.js', import.meta.url),
  create: (port, side) => new SubscriptionAgent(port, side),
});

/** Messages of channels, on a connection of its own. It ends when the connection is lost: the messages until then have come, later ones are gone. */
export class Subscription {
  readonly #link: Link<null, never, never, PartsWriter>;

  private constructor(link: Link<null, never, never, PartsWriter>) {
    this.#link = link;
  }

  /** Connects. Rejects with the error of the socket. */
  static async open(
    settings: RedisSettings,
    threaded: boolean,
    { onMessage, onEnd }: SubscriptionEvents,
  ): Promise<Subscription> {
    const parser = new ReplyParser(settings.maxReplyBytes);
    const link = await links.open({
      settings,
      threaded,
      writer: new PartsWriter(),
      events: {
        onFrames(bytes, start, end) {
          parser.parse(bytes, start, end);
          if (parser.type !== Type.ARRAY) return;
          const part = (at: number): Buffer =>
            bytes.subarray(start + parser.ranges[2 * at], start + parser.ranges[2 * at + 1]);
          // The others say that a channel was subscribed to, or is no more. A copy: the bytes are the ring's.
          if (part(0).toString() === 'message') onMessage(part(1).toString(), Buffer.from(part(2)));
        },
        onEnd: (end: LinkEnd) => onEnd?.(end.kind === 'lost' ? errorOf(end.failure) : undefined),
      },
    });
    return new Subscription(link);
  }

  subscribe(...channels: readonly string[]): void {
    this.#send('SUBSCRIBE', channels);
  }

  unsubscribe(...channels: readonly string[]): void {
    this.#send('UNSUBSCRIBE', channels);
  }

  /** Ends it at once. */
  close(): void {
    this.#link.destroy();
  }

  #send(name: string, channels: readonly string[]): void {
    this.#link.writer.write(commandText(name, channels));
    this.#link.written();
  }
}
