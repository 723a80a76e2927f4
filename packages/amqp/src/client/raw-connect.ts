import { nextTick } from '@offloop/runtime/clock';
import type { Connection } from './connection/connection.js';
import { openSession, type Target } from './connection/open-session.js';
import { openLink } from './links.js';
import type { SocketOptions } from './types/options.js';

// Published as `lib/connect.js`: tracers wrap this function, as they do with the one of `amqplib`.

/** Opens a connection, for both APIs. Throws for an address that cannot be used. */
export function connect(
  url: Target,
  options: SocketOptions,
  settle: (error: Error | null, connection?: Connection) => void,
): void {
  // Out of the promise: what the callback throws is an exception, not a rejection.
  openSession(openLink, url, options).then(
    ({ connection }) => nextTick(settle, null, connection),
    (error: Error) => nextTick(settle, error),
  );
}
