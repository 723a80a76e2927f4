import { LinkAgent, type LinkPort } from '@offloop/runtime/thread';
import type { RedisSettings } from '../protocol/messages.js';
import { openSocket } from './open-socket.js';
import { ReplyParser } from './reply-parser.js';

/** The half of subscriptions that runs in the thread: a connection for each, whose messages are passed on as they came. */
export class SubscriptionAgent extends LinkAgent<RedisSettings, null, never> {
  protected override open(settings: RedisSettings, link: LinkPort<null, never, never>): void {
    const { connectTimeoutMillis: millis, maxReplyBytes } = settings;
    const parser = new ReplyParser(maxReplyBytes);
    link.connect(
      (onread) => openSocket(settings, onread, () => link.opened(null)),
      {
        take(bytes, start, end) {
          const next = parser.parse(bytes, start, end);
          if (next >= 0) link.frames(bytes, start, next);
          return next;
        },
      },
      millis,
      () => new Error(`no connection within ${millis} ms`),
    );
  }
}
