import { createServer } from 'node:net';

// Below the range from which kernels take the ports of outgoing connections: a member binds seconds after its
// port was chosen, and any client on the machine could be given an ephemeral port in between.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

// Ports that this process has handed out. They are not handed out again, whether they were bound or not.
const handedOut = new Set<number>();

/** Resolves to a port on 127.0.0.1 that nobody listens on now. Another process may still take it first: be ready to retry. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    if (handedOut.has(port)) continue;
    if (!(await canListen(port))) continue;
    handedOut.add(port);
    return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
