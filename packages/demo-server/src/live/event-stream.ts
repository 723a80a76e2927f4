import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

import { busy } from '../http/http-error.js';
import type { LiveEvent } from '../figures/live-events.js';

/** Most pages that may look on at once. */
const MAX_STREAMS = 64;
/** Most bytes that a page may lag behind. Past it the page is cut off, and its browser connects again for a snapshot. */
const MAX_LAG = 1024 * 1024;
const HEARTBEAT_MILLIS = 15_000;

/** Sends server-sent events to all pages that look on. */
export class EventStream {
  readonly #onSize: (size: number) => void;
  readonly #streams = new Set<ServerResponse>();
  readonly #heartbeat: NodeJS.Timeout = setInterval(() => this.#write(':\n\n'), HEARTBEAT_MILLIS).unref();

  /** @param onSize is called with the number of pages that look on, whenever it has changed */
  constructor(onSize: (size: number) => void) {
    this.#onSize = onSize;
  }

  /** Keeps the reply open and sends it `first`. Throws HttpError 503 when too many pages look on. */
  add(reply: FastifyReply, first: LiveEvent): void {
    if (this.#streams.size >= MAX_STREAMS) throw busy(`${MAX_STREAMS} pages are looking on`);
    reply.hijack().header('content-type', 'text/event-stream; charset=utf-8');
    const response = reply.raw;
    response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    this.#streams.add(response);
    response.once('close', () => {
      this.#streams.delete(response);
      this.#onSize(this.#streams.size);
    });
    response.write(encoded(first));
    this.#onSize(this.#streams.size);
  }

  send(event: LiveEvent): void {
    if (this.#streams.size > 0) this.#write(encoded(event));
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  #write(text: string): void {
    for (const stream of this.#streams) {
      if (stream.writableLength > MAX_LAG) stream.destroy();
      else stream.write(text);
    }
  }
}

function encoded(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
