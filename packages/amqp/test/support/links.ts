import { onTestFinished } from 'vitest';

import {
  links,
  openLink,
  type AmqpLink,
  type AmqpLinkEvents,
  type ConnectionEnd,
} from '../../src/client/links.js';
import { readFrames } from '../../src/client/read-frames.js';
import { argumentsOf, type IncomingContent, type IncomingMethod } from '../../src/link/incoming.js';
import type { LinkSettings, ServerState } from '../../src/link/settings.js';
import { ConnectionClose, methodById } from '../../src/wire/methods.js';

/** Where the agent of a connection runs: each test of what both have in common is run with both. */
export const PLACES = [
  { where: 'in a thread', threaded: true },
  { where: "on the caller's loop", threaded: false },
  { where: 'that begins on the loop, and may move', threaded: 'auto' },
] as const;

/** Settings of a connection to a port of 127.0.0.1, or to a path, as `guest`. */
export function linkSettings(to: number | string, settings: Partial<LinkSettings> = {}): LinkSettings {
  return {
    socket: typeof to === 'number' ? { host: '127.0.0.1', port: to } : { path: to },
    secure: false,
    timeout: undefined,
    keepAlive: false,
    keepAliveDelay: 0,
    mechanism: 'PLAIN',
    response: Buffer.from('\0guest\0guest'),
    clientProperties: { product: 'test' },
    locale: 'en_US',
    vhost: '/',
    channelMax: 0,
    frameMax: 131_072,
    heartbeat: undefined,
    maxFrameSize: undefined,
    ...settings,
  };
}

/** What came for a connection. */
export interface Came {
  readonly channel: number;
  readonly name: string;
  readonly fields: Record<string, unknown>;
  readonly content: Buffer | undefined;
}

/** Keeps what a connection tells. */
export class Recorder implements AmqpLinkEvents {
  readonly came: Came[] = [];
  /** `blocked: why`, `unblocked`, `secret-updated`. */
  readonly states: string[] = [];
  end: ConnectionEnd | undefined;
  /** Called with all that comes, before it is kept. */
  onCame: ((came: Came) => void) | undefined;
  readonly #waiting: (() => void)[] = [];

  onMethod(incoming: IncomingMethod): void {
    this.#keep(incoming, undefined);
  }

  onContent(incoming: IncomingContent): void {
    this.#keep(incoming, incoming.content);
  }

  onFrames(bytes: Buffer, start: number, end: number): void {
    readFrames(bytes, start, end, this);
  }

  onNews(state: ServerState): void {
    this.states.push(state.type === 'blocked' ? `blocked: ${state.reason}` : state.type);
    this.#wake();
  }

  onWritten(): void {
    this.#wake();
  }

  inFlight(): number {
    return 0;
  }

  onEnd(end: ConnectionEnd): void {
    if (this.end !== undefined) throw new Error('the connection has ended twice');
    this.end = end;
    this.#wake();
  }

  /** Resolves when a condition is true; it is asked whenever something happens. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves to how the connection has ended. */
  async ended(): Promise<ConnectionEnd> {
    await this.until(() => this.end !== undefined);
    return this.end!;
  }

  #keep(incoming: IncomingMethod, content: Buffer | undefined): void {
    const spec = methodById(incoming.method)!;
    const fields = argumentsOf(spec, incoming);
    const came = { channel: incoming.channel, name: spec.name, fields, content };
    this.onCame?.(came);
    this.came.push(came);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** An open connection and what it tells. */
export interface Recorded {
  readonly link: AmqpLink;
  readonly told: Recorder;
}

/** Opens a connection, which ends with the test. */
export async function open(settings: LinkSettings, threaded: boolean | 'auto'): Promise<Recorded> {
  const told = new Recorder();
  const link = await openLink(settings, told, threaded);
  onTestFinished(async () => {
    const rescues = links.stats().map((each) => each.rescues);
    if (told.end === undefined) link.destroy();
    await told.ended();
    if (rescues.some((count) => count > 0)) throw new Error('a wake-up was lost');
  });
  return { link, told };
}

/** Sends the last words of the client. */
export function closeLink(link: AmqpLink): void {
  const fields = { replyCode: 200, replyText: 'bye', classId: 0, methodId: 0 };
  link.writer.method(0, ConnectionClose, fields);
  link.close();
}
