import { connect, type OnReadOpts, type Socket } from 'node:net';
import type { RedisSettings } from '../protocol/messages.js';

const KEEP_ALIVE_MILLIS = 30_000;

/** Begins to connect to the server. */
export function openSocket({ host, port }: RedisSettings, onread: OnReadOpts, opened: () => void): Socket {
  const socket = connect({ host, port, noDelay: true, onread }, () => opened());
  return socket.setKeepAlive(true, KEEP_ALIVE_MILLIS);
}
