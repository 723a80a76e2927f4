import { availableParallelism } from 'node:os';

import { LOCK_MAP } from './block/block.js';
import { EngineRoom } from './engines/engine-room.js';
import { openOffloop } from './engines/open-client.js';
import { CommandError } from './cli/command-error.js';
import { drain, listen } from './cli/server-lifetime.js';
import type { ServerOptions } from './cli/server-options.js';
import type { LiveEvent } from './figures/live-events.js';
import { openGrid } from './grid.js';
import { createApp } from './http/app.js';
import { countRequests, ServerLoad } from './http/server-load.js';
import { DemoBroker } from './live/demo-broker.js';
import { EventStream } from './live/event-stream.js';
import { BlockDesk } from './live/block-desk.js';
import { OpeningRun } from './live/opening-run.js';
import { RunDesk } from './live/run-desk.js';
import { openingOrder } from './live/run-limits.js';
import { Meter } from './measure/meter.js';
import { healthRoutes, statsRoute } from './routes/health.js';
import { kvRoutes, type Stored } from './routes/kv.js';
import { liveRoutes } from './live/live-routes.js';
import { pageRoutes } from './routes/page.js';
import { workRoutes } from './routes/work.js';
import { welcome } from './welcome.js';

export interface Demo {
  readonly url: string;
  /** Text for the person who started the demo. */
  readonly welcome: string;
  /** Lets requests finish, then closes clients and the embedded member. */
  stop(): Promise<void>;
}

/** Time that the cluster has to answer `/healthz`, in ms. */
const HEALTH_TIMEOUT = 2_000;

/**
 * Starts the demo: an embedded member unless a cluster is given, the catalogue in it, and the server. Rejects with CommandError if it
 * cannot.
 */
export async function startDemo(options: ServerOptions): Promise<Demo> {
  const { host, port, cluster, catalogue } = options;
  const undo: (() => Promise<unknown> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const grid = await openGrid(cluster, catalogue);
    undo.push(() => grid.stop());
    const client = await openOffloop({ address: grid.address, workers: 1 });
    undo.push(() => client.shutdown());
    const entries = await client.getMap<string, Stored>('offloop-demo-kv');
    const engines = new EngineRoom(grid);
    undo.push(() => engines.close());

    const load = new ServerLoad();
    const meter = new Meter(load, () => engines.figures());
    undo.push(() => meter.stop());
    const stream = new EventStream((pages) => opening?.lookers(pages));
    const locks = await client.getMap<string, string>(LOCK_MAP);
    const tell = (event: LiveEvent): void => stream.send(event);
    const broker = new DemoBroker();
    undo.push(() => broker.stop());
    const desk = new RunDesk(grid, tell, () => blocks.busy);
    const blocks = new BlockDesk({
      address: grid.address,
      isLocked: (key) => locks.isLocked(key),
      isBusy: () => desk.busy,
      tell,
      broker: () => broker.url(),
    });
    // A cluster that was given gets no load before somebody presses a button.
    const opening = cluster === undefined ? new OpeningRun(desk, openingOrder()) : undefined;
    undo.push(() => desk.close());

    const about = `Node.js ${process.version}, ${availableParallelism()} CPUs, data in ${grid.title}`;
    const app = createApp(host);
    pageRoutes(app);
    liveRoutes(app, stream, desk, blocks, about);
    healthRoutes(app, async () => void (await entries.isEmpty({ timeout: HEALTH_TIMEOUT })));
    statsRoute(app, () => ({ load, report: meter.report(), client: client.stats() }));
    app.register(async (scope) => {
      countRequests(scope, load);
      kvRoutes(scope, entries);
      workRoutes(scope, engines);
    });
    const servedPort = await listen(app, host, port);
    undo.push(async () => {
      await Promise.all([desk.stop(), blocks.stop()]);
      stream.close();
      await drain(app);
    });
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${servedPort}`;
    return { url, welcome: welcome(url, host, grid.title), stop };
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
