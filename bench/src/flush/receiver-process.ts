/** The receiver of the experiment `flush`, in a process of its own: it listens on a Unix-domain socket and counts blocks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childSettings, tellParent } from '@offloop/tools/measure';
import { BlockCounter } from './block-counter.js';
import type { ReceiverReady } from './block-load.js';

const folder = await mkdtemp(join(tmpdir(), 'offloop-flush-'));
const path = join(folder, 'socket');
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  const counter = new BlockCounter((bytes) => socket.write(bytes));
  socket.on('data', (chunk: Buffer) => counter.receive(chunk));
  // the sender reports what went wrong
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
});
const stop = async (): Promise<void> => {
  server.close();
  for (const socket of sockets) socket.destroy();
  await rm(folder, { recursive: true, force: true });
};
childSettings(() => void stop());
server.listen(path, () => tellParent({ type: 'ready', path } satisfies ReceiverReady));
