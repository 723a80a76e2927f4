// pnpm member [--members 3] [--port 5701]: real Hazelcast members to play with, until Ctrl-C.
import { once } from 'node:events';

import { onLauncherGone } from './launchers.mjs';
import { scriptOptions, setUp } from './setup.mjs';

const USAGE = `pnpm member [options]: real Hazelcast members to play with, until Ctrl-C. Needs Java 17 and Maven.

  --members N   how many (1)
  --port N      of the first; the others take the next ones (5701)
  --help`;

const values = scriptOptions(USAGE, {
  members: { type: 'string', default: '1' },
  port: { type: 'string', default: '5701' },
});
const count = positiveInteger('members', values.members);
const firstPort = positiveInteger('port', values.port);

await setUp();
const { ensureHazelcastJar, HAZELCAST_VERSION, startRealMember } = await import('../tools/dist/index.js');

console.error(`Looking for Java and Hazelcast ${HAZELCAST_VERSION}…`);
const { available, reason } = await ensureHazelcastJar();
if (!available) {
  console.error(`Cannot start a real member: ${reason}`);
  process.exit(1);
}

// Listening before the first member starts: Ctrl-C during a start must not leave one behind.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal));
const stop = Promise.race([...signals, new Promise((resolve) => onLauncherGone(() => resolve([])))]);
const members = [];
try {
  for (let port = firstPort; port < firstPort + count; port++) {
    const joining = members.map((member) => member.address);
    const member = await Promise.race([startRealMember({ port, members: joining, heap: '1g' }), stop]);
    if (Array.isArray(member)) process.exit(130);
    members.push(member);
    console.log(`Member ${members.length} of ${count} is ready at ${member.address} (cluster "dev")`);
  }
  console.log('Press Ctrl-C to stop.');
  const died = members.map(async (member) => [member, await member.exited]);
  const first = await Promise.race([stop, ...died]);
  if (typeof first[0] === 'object') {
    const [member, { code, signal }] = first;
    console.error(
      `The member at ${member.address} ended with ${signal ?? code}:\n${member.log().slice(-2_000)}`,
    );
    process.exitCode = 1;
  }
} finally {
  await Promise.all(members.map((member) => member.kill()));
}

function positiveInteger(name, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value <= 0) {
    console.error(`--${name} takes a whole number above 0, got ${text}`);
    process.exit(2);
  }
  return value;
}
