import { messages } from '@offloop/wire';
import { addressText } from '@offloop/contract';
import { IntervalAfterReads } from './after-reads.js';
import type { Connection } from './connection.js';
import type { InternalCalls } from './internal-calls.js';

export interface HeartbeatSettings {
  readonly heartbeatIntervalMillis: number;
  readonly heartbeatTimeoutMillis: number;
}

/** Pings connections on which nothing was written or read for an interval, and closes those that were silent for longer than the timeout. */
export class Heartbeat {
  readonly #settings: HeartbeatSettings;
  readonly #connections: () => readonly Connection[];
  readonly #calls: InternalCalls;
  readonly #beats: IntervalAfterReads;

  constructor(settings: HeartbeatSettings, connections: () => readonly Connection[], calls: InternalCalls) {
    this.#settings = settings;
    this.#connections = connections;
    this.#calls = calls;
    this.#beats = new IntervalAfterReads(settings.heartbeatIntervalMillis, (now, stoodStill) =>
      this.#beat(now, stoodStill),
    );
  }

  stop(): void {
    this.#beats.end();
  }

  #beat(now: number, stoodStill: boolean): void {
    const { heartbeatIntervalMillis: interval, heartbeatTimeoutMillis: timeout } = this.#settings;
    for (const connection of this.#connections()) {
      // After a standstill, what the members sent may still lie in the sockets, and a paused connection is not read: their
      // silence proves nothing. They are still pinged: the members watch us, too.
      if (stoodStill || connection.isPaused) {
        connection.lastRead = now;
      } else if (now - connection.lastRead > timeout) {
        const silent = Math.round(now - connection.lastRead);
        connection.close(new Error(`${addressText(connection.address)} was silent for ${silent} ms`));
        continue;
      }
      // Where calls are written and all wait for long on the member, only a ping tells that it is there.
      if (now - Math.min(connection.lastWrite, connection.lastRead) < interval) continue;
      // A failed ping is ignored: if the connection is gone, its close is reported anyway.
      this.#calls.call(connection, messages.client.ping, {}, () => undefined).catch(() => undefined);
    }
  }
}
