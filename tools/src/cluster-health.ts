import { setTimeout as pause } from 'node:timers/promises';

const HOST = '127.0.0.1';
const LOOK_EVERY_MILLIS = 50;
const ANSWER_MILLIS = 5_000;

interface Health {
  readonly clusterSafe: boolean;
  readonly clusterSize: number;
  readonly migrationQueueSize: number;
}

/**
 * Resolves when all members of a cluster see each other, every partition has its backup, and no partition moves. Rejects if that takes too long.
 *
 * @param healthPorts where each member tells of its health: see `advancedNetworkXml`
 */
export async function untilSafe(healthPorts: readonly number[], withinMillis: number): Promise<void> {
  const end = performance.now() + withinMillis;
  const isSafe = (health: Health | undefined): boolean =>
    health !== undefined &&
    health.clusterSafe &&
    health.clusterSize === healthPorts.length &&
    health.migrationQueueSize === 0;
  // Twice in a row: right after a death those that are left do not know of it yet.
  for (let seen = 0; seen < 2;) {
    const health = await Promise.all(healthPorts.map(readHealth));
    seen = health.every(isSafe) ? seen + 1 : 0;
    if (performance.now() > end)
      throw new Error(`the cluster was not safe within ${withinMillis} ms: ${JSON.stringify(health)}`);
    await pause(LOOK_EVERY_MILLIS);
  }
}

async function readHealth(port: number): Promise<Health | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MILLIS);
    const response = await fetch(`http://${HOST}:${port}/hazelcast/health`, { signal });
    return (await response.json()) as Health;
  } catch {
    // The member has not started yet, or was just killed: it is not safe in either case.
    return undefined;
  }
}
