import type { FastifyInstance } from 'fastify';

/** Milliseconds that requests under way have when the server stops. */
const DRAIN_MILLIS = 5_000;

/** Resolves with the port; rejects when the server cannot listen there. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  await app.listen({ host, port });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Takes no more connections, lets what is under way finish, and after a while cuts what has not. */
export async function drain(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), DRAIN_MILLIS);
  await app.close();
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
