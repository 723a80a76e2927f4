import { openOffloop } from './approaches/open-client.js';
import { CommandError } from './cli/failure.js';
import { drain, listen } from './cli/server-lifetime.js';
import type { ServerOptions } from './cli/server-options.js';
import { openGrid } from './grid.js';
import { createApp } from './http/app.js';
import { ServerLoad } from './http/server-load.js';
import { healthRoutes } from './routes/health.js';
import { kvRoutes, type Stored } from './routes/kv.js';
import { statsRoute } from './routes/stats.js';

export type Demo = {
  readonly url: string;
  /** What to tell the person who started it. */
  readonly welcome: string;
  /** Lets requests finish, then closes clients and the embedded member. */
  stop(): Promise<void>;
};

/** Milliseconds the cluster has to answer `/healthz`. */
const HEALTH_TIMEOUT = 2_000;

/** Starts the demo: a member unless a cluster is given, the catalogue in it, and the server. CommandError if it cannot. */
export async function startDemo(options: ServerOptions): Promise<Demo> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const grid = await openGrid(options.cluster, options.catalogue);
    undo.push(() => grid.stop());
    const client = await openOffloop({ address: grid.address, workers: 1 });
    undo.push(() => client.shutdown());
    const entries = await client.getMap<string, Stored>('offloop-demo-kv');
    const load = new ServerLoad();
    const app = createApp(
      [
        ...kvRoutes(entries),
        ...healthRoutes(async () => void (await entries.isEmpty({ timeout: HEALTH_TIMEOUT }))),
        statsRoute(() => ({ load, memory: process.memoryUsage(), client: client.stats() })),
      ],
      load,
    );
    const port = await listen(app, options.host, options.port);
    undo.push(() => drain(app));
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
    return { url, welcome: welcome(url, grid.title), stop };
  } catch (error) {
    await stop();
    throw error instanceof CommandError ? error : explained(error, options);
  }
}

function explained(error: unknown, { cluster, host, port }: ServerOptions): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new CommandError(`Port ${port} of ${host} is taken; --port 0 takes a free one.`, 1, error);
  }
  const where = cluster === undefined ? '' : ` with the cluster at ${cluster}`;
  return new CommandError(`The demo could not start${where}: ${reason}`, 1, error);
}

function welcome(url: string, grid: string): string {
  return `
The demo serves ${url} from ${grid}.

  curl -X PUT -H 'content-type: application/json' -d '{"hello":"grid"}' ${url}/kv/greeting
  curl ${url}/kv/greeting
  curl ${url}/stats

Ctrl-C stops it.`;
}
