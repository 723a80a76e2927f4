// A process that has no file descriptor left when it makes its client. Arguments: the member's address, workers, task.
import { closeSync, openSync } from 'node:fs';
import { Client } from 'offloop';

const [address, workers, task] = process.argv.slice(2);
const taken = [];
const takeAll = () => {
  try {
    for (;;) taken.push(openSync('/dev/null'));
  } catch {
    // None is left.
  }
};
const giveBack = () => taken.splice(0).forEach((fd) => closeSync(fd));
const warnings = [];
const log = (_source, message) => {
  if (!/no file descriptor is left/.test(message)) return;
  warnings.push(message);
  if (task === 'give back') giveBack();
};
const silent = () => undefined;

takeAll();
let outcome;
try {
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [address] },
    runtime: { workers: Number(workers) },
    connectionStrategy: {
      connectionRetry: {
        initialBackoffMillis: 20,
        clusterConnectTimeoutMillis: task === 'give back' ? -1 : 300,
      },
    },
    customLogger: { log: silent, error: silent, warn: log, info: silent, debug: silent, trace: silent },
  });
  const map = await client.getMap('out-of-files');
  await map.set('k', 'v');
  outcome = await map.get('k');
  await client.shutdown();
} catch (error) {
  outcome = { code: error.code, message: error.message };
}
giveBack();
console.log(JSON.stringify({ outcome, warnings }));
