import { rounds } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { javaClient } from '../cluster/support/java-client.js';
import { realCluster } from '../cluster/support/members.js';
import { actorOf, javaActor, runScript, type Actor } from './support/actor.js';
import { testBehaviours } from './support/behaviours.js';
import { checkTransactions } from './support/model.js';
import { SCRIPTS } from './support/scripts.js';

const cluster = realCluster(3);

testBehaviours(() => cluster.addresses[0]);

describe.each(['TWO_PHASE', 'ONE_PHASE'] as const)('in %s', (type) => {
  // Reads beside a transaction of one phase wait for its end.
  const scripts = SCRIPTS.map((script) => ({
    ...script,
    lines: type === 'TWO_PHASE' ? script.lines : script.lines.filter(([call]) => !isRead(call)),
  }));

  test.each(scripts)('$title', async (script) => {
    const { client } = await connect(cluster.addresses[0]);
    const open = (prefix: string): Actor => actorOf(client, prefix, { type });
    expect(await runScript(open, script)).toEqual(script.lines);
  });

  test('and so it does for Java’s client', async () => {
    const java = javaClient(cluster.addresses[0]);
    for (const script of scripts) {
      expect(await runScript((prefix) => javaActor(java, prefix, type), script)).toEqual(script.lines);
    }
  });
});

function isRead(call: string): boolean {
  return /^out\.(map|multiMap)\.(get|containsKey)$/.test(call);
}

test('random transactions of two clients, and of Java’s beside them, are atomic and isolated', async () => {
  const java = javaClient(cluster.addresses[0]);
  const clients = await Promise.all([1, 2].map(async () => (await connect(cluster.addresses[0])).client));
  const open = async (prefix: string): Promise<Actor[]> => [
    ...clients.map((client) => actorOf(client, prefix)),
    await javaActor(java, prefix, 'TWO_PHASE'),
  ];
  await expect(checkTransactions(3, open, rounds({ short: 40, full: 400 }))).resolves.toBeUndefined();
});
