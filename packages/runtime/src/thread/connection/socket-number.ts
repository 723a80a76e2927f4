import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MessageInput } from './message-input.js';

export type { Socket };

/**
 * Returns the number of a socket, a file descriptor, by which another thread can use it. Undefined for one that has none (Windows), and for one of
 * TLS, whose state is in this thread. Node.js has no public name for it: where it is not what is expected, there is none.
 */
export function numberOf(socket: Duplex): number | undefined {
  if (!(socket instanceof Socket) || 'encrypted' in socket) return undefined;
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly fd?: unknown } | null };
  const fd = handle?.fd;
  return typeof fd === 'number' && Number.isInteger(fd) && fd >= 0 ? fd : undefined;
}

/** Makes a socket of a number that another thread has left. It reads nothing until `resume`. */
export function socketOf(fd: number, onread: MessageInput['onread']): Socket {
  const options = { fd, onread, readable: true, writable: true };
  const socket = new Socket(options);
  socket.pause();
  return socket;
}
