import type { FastifyInstance } from 'fastify';

/** Time that requests under way have when the server stops, in ms. */
const DRAIN_MILLIS = 5_000;

/** Starts to listen, and resolves to the port. Rejects if the server cannot listen there. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  await app.listen({ host, port });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Stops a server: it takes no more connections, lets requests under way end, and cuts those that have not ended after 5 s. */
export async function drain(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), DRAIN_MILLIS);
  await app.close();
  clearTimeout(timeout);
}

/**
 * Runs `stop` once, at the first SIGINT or SIGTERM, and then ends the process. The same signal again ends it at once, but the other one
 * does not: a Ctrl-C reaches a script and this process, and the script passes it on as SIGTERM.
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
