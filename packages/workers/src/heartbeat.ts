import { messages } from '@offloop/wire/protocol';
import { describe, type Connection } from './connection.js';
import type { InternalCalls } from './internal-calls.js';

export interface HeartbeatSettings {
  readonly heartbeatIntervalMillis: number;
  readonly heartbeatTimeoutMillis: number;
}

/** Pings connections that were quiet, and closes those that stay silent past the timeout. */
export class Heartbeat {
  readonly #settings: HeartbeatSettings;
  readonly #connections: () => readonly Connection[];
  readonly #calls: InternalCalls;
  readonly #timer: NodeJS.Timeout;
  #lastBeat: number = performance.now();

  constructor(settings: HeartbeatSettings, connections: () => readonly Connection[], calls: InternalCalls) {
    this.#settings = settings;
    this.#connections = connections;
    this.#calls = calls;
    this.#timer = setInterval(() => this.#beat(), settings.heartbeatIntervalMillis);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    const { heartbeatIntervalMillis: interval, heartbeatTimeoutMillis: timeout } = this.#settings;
    // Late by more than a beat: this thread (or the process: SIGSTOP) stood still, and so did the reading. What the
    // members sent meanwhile is still in the sockets, so their silence proves nothing this time.
    const stoodStill = now - this.#lastBeat > 2 * interval;
    this.#lastBeat = now;
    for (const connection of this.#connections()) {
      // Paused for the caller's sake, it is not read, so its silence proves nothing; but the member wants to hear of us.
      if (stoodStill || connection.isPaused) {
        connection.lastRead = now;
      } else if (now - connection.lastRead > timeout) {
        const silent = Math.round(now - connection.lastRead);
        connection.close(new Error(`${describe(connection.address)} was silent for ${silent} ms`));
        continue;
      }
      if (now - connection.lastWrite < interval) continue;
      // A failed ping needs no answer of its own: the connection's close tells everybody.
      this.#calls.call(connection, messages.client.ping, {}, () => undefined).catch(() => undefined);
    }
  }
}
