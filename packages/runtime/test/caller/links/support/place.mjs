// Opens links with `threaded: 'auto'` to a server of its own, and prints where they begin and end. In a worker thread or a worker of a cluster, if the
// first argument says so.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Links, PartsWriter } from '@offloop/runtime';

import { FrameAgent } from './frame-agent.mjs';
import { serve, talk } from './traffic.mjs';

const LINKS = 3;
const FRAMES = 60;

async function run() {
  const served = [];
  const server = createServer((socket) => served.push(serve(socket, FRAMES, Math.random)));
  // In a cluster it would be the primary's.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const links = new Links({
    name: 'frames',
    entry: new URL('frame-entry.mjs', import.meta.url),
    create: (port, side) => new FrameAgent(port, side),
  });
  const to = { port: server.address().port, host: '127.0.0.1' };
  const talked = await Promise.all(
    Array.from({ length: LINKS }, (_, number) =>
      talk(links, {
        settings: { to, intervalMillis: 1_000 },
        threaded: 'auto',
        number,
        frames: FRAMES,
        random: Math.random,
        // Where a link cannot move, it is not waited for.
        moveAfter: process.argv[3] === 'moves' ? FRAMES / 2 : Infinity,
        writer: new PartsWriter(),
      }),
    ),
  );
  await Promise.all(served);
  const canMove = talked.map(({ link }) => links.move(link));
  const ends = await Promise.all(talked.map(({ close }) => close()));
  server.close();
  return {
    began: talked.map(({ began }) => began),
    isThreaded: talked.map(({ link }) => link.isThreaded),
    canMove,
    ends,
  };
}

const where = process.argv[2];
if (where === 'worker' && isMainThread) {
  const [found] = await once(
    new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }),
    'message',
  );
  console.log(JSON.stringify(found));
} else if (where === 'cluster' && cluster.isPrimary) {
  const [found] = await once(cluster.fork(), 'message');
  console.log(JSON.stringify(found));
  process.exit(0);
} else {
  const found = await run();
  if (!isMainThread) parentPort.postMessage(found);
  else if (cluster.isWorker) process.send(found);
  else console.log(JSON.stringify(found));
}
