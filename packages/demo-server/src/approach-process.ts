// A server for one approach, on a port of its own: what it uses is its own, and what it blocks too.
import { computeOf, Workload } from './approaches/approaches.js';
import { EngineRoom } from './engines/engine-room.js';
import { listen } from './cli/server-lifetime.js';
import { createApp, ServerLoad } from './http/app.js';
import { Meter } from './measure/meter.js';
import { pingRoute } from './routes/health.js';
import { workRoutes } from './routes/work.js';
import { childSettings } from '@offloop/tools/measure';
import type { ApproachSettings, FromApproach, ToApproach } from './measure/fleet.js';

// Nobody waits for this process any more when its parent has hung up; the cluster sees a closed socket.
const { grid, approach, sampleMillis } = childSettings(() => process.exit()) as ApproachSettings;
const say = (message: FromApproach): void => void process.send?.(message);

const HOST = '127.0.0.1';

const engines = new EngineRoom(grid);
const load = new ServerLoad();
const app = createApp([pingRoute(), ...workRoutes(engines)], load, HOST);
const meter = new Meter(load, () => engines.figures());
let sampler: NodeJS.Timeout | undefined;

process.on('message', (message: ToApproach) => {
  clearInterval(sampler);
  if (message.type === 'reset') {
    meter.reset();
    sampler = setInterval(() => say({ type: 'sample', sample: meter.sample() }), sampleMillis);
  } else {
    say({ type: 'report', report: meter.report() });
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
