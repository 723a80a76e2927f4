// Feature flags: every member has all of them, so that they can be read often, and each process is told at once when one is switched.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const [service, console_] = await Promise.all([
  Client.newHazelcastClient(config),
  Client.newHazelcastClient(config),
]);

const flags = await console_.getReplicatedMap('example-flags');
await flags.putAll([
  ['new-checkout', false],
  ['dark-mode', true],
]);

// The service keeps a copy of its own, so that asking for a flag costs nothing.
const shared = await service.getReplicatedMap('example-flags');
const local = new Map();
let heard;
const switched = new Promise((resolve) => (heard = resolve));
const update = ({ key, value }) => {
  local.set(key, value);
  heard(key);
};
await shared.addEntryListener({ added: update, updated: update });
for (const [flag, isOn] of await shared.entrySet()) local.set(flag, isOn);
console.log(`new-checkout is ${local.get('new-checkout') ? 'on' : 'off'}`);

// Switched on for an hour.
await flags.put('new-checkout', true, 3_600_000);
console.log(`${await switched} is switched ${local.get('new-checkout') ? 'on' : 'off'}`);

await flags.destroy();
await Promise.all([service.shutdown(), console_.shutdown()]);
