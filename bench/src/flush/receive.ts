/** The receiver of the experiment `flush` as a side process: listens on a Unix-domain socket and counts blocks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlockCounter } from './block-counter.js';

export interface BlockReceiver {
  readonly path: string;
}

const folder = await mkdtemp(join(tmpdir(), 'offloop-flush-'));
const path = join(folder, 'socket');
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  const counter = new BlockCounter((bytes) => socket.write(bytes));
  socket.on('data', (chunk: Buffer) => counter.receive(chunk));
  // the sender tells of what went wrong
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
});
const stop = async (): Promise<void> => {
  server.close();
  for (const socket of sockets) socket.destroy();
  await rm(folder, { recursive: true, force: true });
};
process.stdin.on('end', () => void stop()).resume();
server.listen(path, () => {
  const hello: BlockReceiver = { path };
  process.stdout.write(`${JSON.stringify(hello)}\n`);
});
