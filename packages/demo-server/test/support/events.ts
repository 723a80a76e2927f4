import type { LiveEvent } from '../../src/figures/live-events.js';

/** The page's stream of events, read by a program. */
export class EventReader {
  readonly seen: LiveEvent[] = [];
  readonly #abort = new AbortController();
  #waiting: (() => void)[] = [];

  static async open(url: string): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(`${url}/events`, { signal: reader.#abort.signal });
    if (response.body === null) throw new Error('no stream');
    void reader.#read(response.body);
    return reader;
  }

  /** The first event, seen or to come, that `accept` takes. */
  async first<Found extends LiveEvent>(accept: (event: LiveEvent) => event is Found): Promise<Found> {
    for (let at = 0; ; at++) {
      while (at >= this.seen.length) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      const event = this.seen[at];
      if (accept(event)) return event;
    }
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of body) {
        const messages = `${text}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) this.#take(message);
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error;
    }
  }

  #take(message: string): void {
    if (!message.startsWith('data: ')) return;
    this.seen.push(JSON.parse(message.slice('data: '.length)) as LiveEvent);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
