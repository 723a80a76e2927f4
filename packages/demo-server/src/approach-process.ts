// Serves one approach, on a port of its own. Nothing else runs in this process, so that its figures and its delays are the approach's
// alone.
import { computeOf, Workload } from './approaches/approaches.js';
import { EngineRoom } from './engines/engine-room.js';
import { listen } from './cli/server-lifetime.js';
import { createApp } from './http/app.js';
import { countRequests, ServerLoad } from './http/server-load.js';
import { Meter } from './measure/meter.js';
import { pingRoute } from './routes/health.js';
import { workRoutes } from './routes/work.js';
import { childSettings, tellParent } from '@offloop/tools/measure';
import type { ApproachSettings, FromApproach, ToApproach } from './measure/approach-server.js';

// When the parent has gone, nobody needs this process: it ends without closing its client, and the cluster sees a closed socket.
const { grid, approach } = childSettings(() => process.exit()) as ApproachSettings;
const say: (message: FromApproach) => void = tellParent;

const HOST = '127.0.0.1';

const engines = new EngineRoom(grid);
const load = new ServerLoad();
const app = createApp(HOST);
pingRoute(app);
app.register(async (scope) => {
  countRequests(scope, load);
  workRoutes(scope, engines);
});
const meter = new Meter(load, () => engines.figures());

process.on('message', ({ type }: ToApproach) => {
  if (type === 'reset') {
    meter.reset();
  } else if (type === 'resume') {
    meter.resume();
  } else {
    const sample = meter.sample();
    meter.pause();
    say({ type: 'rested', sample, report: meter.report() });
  }
});

try {
  if (approach.workloads.includes(Workload.QUOTE)) {
    await engines.quotes(approach.family, computeOf(approach));
  }
  say({ type: 'listening', port: await listen(app, HOST, 0) });
} catch (error) {
  say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
