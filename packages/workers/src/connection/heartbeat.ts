import {
  clearImmediate,
  clearInterval,
  monotonicNow,
  setImmediate,
  setInterval,
} from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import { addressText } from '@offloop/contract';
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
  readonly #timer: NodeJS.Timeout;
  #immediate: NodeJS.Immediate | undefined;
  #lastBeat: number = monotonicNow();

  constructor(settings: HeartbeatSettings, connections: () => readonly Connection[], calls: InternalCalls) {
    this.#settings = settings;
    this.#connections = connections;
    this.#calls = calls;
    this.#timer = setInterval(() => {
      // After a standstill the timers run first. What arrived meanwhile must be read before anybody counts as silent.
      this.#immediate = setImmediate(() => this.#beat());
    }, settings.heartbeatIntervalMillis);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearImmediate(this.#immediate);
  }

  #beat(): void {
    const now = monotonicNow();
    const { heartbeatIntervalMillis: interval, heartbeatTimeoutMillis: timeout } = this.#settings;
    // The timer is late by more than an interval: this thread stood still, or the whole process did (SIGSTOP). Nothing was
    // read meanwhile. What the members sent may still lie in the sockets, so this time silence proves nothing.
    const stoodStill = now - this.#lastBeat > 2 * interval;
    this.#lastBeat = now;
    for (const connection of this.#connections()) {
      // A paused connection is not read, so its silence proves nothing. It is still pinged: the member watches us, too.
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
