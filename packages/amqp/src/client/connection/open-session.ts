import { setImmediate } from '@offloop/runtime/clock';
import type { ServerState } from '../../link/settings.js';
import { placeOf } from '../address/crossing.js';
import { linkSettings } from '../address/link-settings.js';
import type { AmqpLink, AmqpLinkEvents, ConnectionEnd, OpenLink } from '../links.js';
import type { Options, SocketOptions } from '../types/options.js';
import { Session } from './session.js';

/** What `connect` takes as an address. */
export type Target = string | Options.Connect | null | undefined | false;

/**
 * Begins to open a connection. Throws for an address that cannot be used, and for options that cannot cross to a thread where they must; rejects when
 * the server cannot be reached, or refuses.
 */
export function openSession(openLink: OpenLink, target: Target, options: SocketOptions): Promise<Session> {
  const settings = linkSettings(target, options);
  const threaded = placeOf(options.threaded, settings.secure, settings.socket);
  const relay = new Relay();
  return openLink(settings, relay, threaded).then((link) => relay.begin(link));
}

/** Passes a link's events to its session, which can be made only when the link is open. */
class Relay implements AmqpLinkEvents {
  #session: Session | undefined;
  /** What has happened before there was a session. */
  readonly #early: ((session: Session) => void)[] = [];

  begin(link: AmqpLink): Session {
    const session = new Session(link);
    this.#session = session;
    // Later, when the application has had the time to listen.
    for (const tell of this.#early) setImmediate(tell, session);
    return session;
  }

  onFrames(bytes: Buffer, start: number, end: number): void {
    this.#session?.onFrames(bytes, start, end);
  }

  onNews(state: ServerState): void {
    this.#tell((session) => session.onNews(state));
  }

  onWritten(): void {
    this.#session?.onWritten();
  }

  inFlight(): number {
    return this.#session?.inFlight() ?? 0;
  }

  onEnd(end: ConnectionEnd): void {
    this.#tell((session) => session.onEnd(end));
  }

  #tell(tell: (session: Session) => void): void {
    if (this.#session === undefined) this.#early.push(tell);
    else tell(this.#session);
  }
}
