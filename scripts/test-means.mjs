// What this machine lacks for the tests of a project.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** For a project: the tests it has (`what`), the reason that they cannot run here (`why`; undefined: they can), and the `cure`. */
const MEANS = {
  async cluster() {
    // Not imported above: it is there after the build only.
    const { ensureHazelcastJar, HAZELCAST_VERSION } = await import('../tools/dist/index.js');
    console.error(`Looking for Java and Hazelcast ${HAZELCAST_VERSION}…`);
    const found = await ensureHazelcastJar();
    return {
      what: `the tests against real Hazelcast ${HAZELCAST_VERSION} members`,
      why: found.available ? undefined : found.reason,
      cure: 'Install Java 17 or later and Maven, then run this again.',
    };
  },
  redis: () => ({
    what: 'the tests of the example client against a real Redis server',
    why:
      spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
        ? undefined
        : 'there is no redis-server on the PATH',
    cure: 'Install it (Debian, Ubuntu: redis-server), then run this again.',
  }),
  rabbitmq: () => ({
    what: 'the tests of the AMQP client against a real RabbitMQ broker',
    why:
      // It knows no option that would not start it.
      spawnSync('/bin/sh', ['-c', 'command -v rabbitmq-server'], { stdio: 'ignore' }).status === 0
        ? undefined
        : 'there is no rabbitmq-server on the PATH',
    cure: 'Install RabbitMQ (Debian, Ubuntu: rabbitmq-server), then run this again.',
  }),
  browser() {
    // Where the browser tests look for it.
    const chromium = process.env.OFFLOOP_CHROMIUM ?? '/usr/bin/chromium';
    return {
      what: 'the tests of the demo page in a browser',
      why: existsSync(chromium) ? undefined : `there is no ${chromium}`,
      cure: 'Install Chromium, or name one in OFFLOOP_CHROMIUM, then run this again.',
    };
  },
};

/** The projects of these that cannot be tested here: `project`, `what`, `why`, `cure` of each. */
export async function lackingFor(projects) {
  const found = [];
  for (const [project, look] of Object.entries(MEANS)) {
    if (projects.has(project)) found.push({ project, ...(await look()) });
  }
  return found.filter(({ why }) => why !== undefined);
}
