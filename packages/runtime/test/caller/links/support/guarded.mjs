// Opens a link to the port of the first argument, with beats every so many milliseconds, on the loop. It does what it reads: `block <ms>`, or `ping`.
import { createInterface } from 'node:readline';
import { Links, PartsWriter } from '@offloop/runtime';

import { FrameAgent } from './frame-agent.mjs';

const [port, intervalMillis] = process.argv.slice(2).map(Number);
const links = new Links({
  name: 'frames',
  entry: new URL('frame-entry.mjs', import.meta.url),
  create: (agentPort, side) => new FrameAgent(agentPort, side),
});
await links.open({
  settings: { to: { port, host: '127.0.0.1' }, intervalMillis },
  threaded: 'auto',
  writer: new PartsWriter(),
  events: { onFrames() {}, inFlight: () => 0, onEnd: (end) => console.log(`ended ${JSON.stringify(end)}`) },
});
console.log('open');
for await (const line of createInterface(process.stdin)) {
  const [what, millis] = line.split(' ');
  if (what === 'block') {
    console.log('blocked');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(millis));
  }
  console.log('free');
}
