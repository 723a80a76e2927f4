import type { Server } from 'node:http';

/** Milliseconds that requests under way have when the server stops. */
const DRAIN_MILLIS = 5_000;

/** Resolves with the port; rejects when the server cannot listen there. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Takes no more connections, lets what is under way finish, and after a while cuts what has not. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_MILLIS);
  await closed;
  clearTimeout(timeout);
}

/**
 * Runs `stop` once, at the first SIGINT or SIGTERM, and then ends the process; the same signal again ends it at once.
 * The other one does not: a script passes on as SIGTERM the Ctrl-C that reached us both.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping === signal) process.exit(signal === 'SIGINT' ? 130 : 143);
    if (stopping !== undefined) return;
    stopping = signal;
    console.log(`\nStopping; ${signal} again ends it at once.`);
    stop().then(
      () => process.exit(),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
