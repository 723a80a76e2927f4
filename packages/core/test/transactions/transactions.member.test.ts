import { rounds } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect } from '../client/support/client-bench.js';
import { actorOf, runScript, type Actor } from './support/actor.js';
import { testBehaviours } from './support/behaviours.js';
import { checkTransactions } from './support/model.js';
import { SCRIPTS } from './support/scripts.js';

const member = await embeddedMember();

testBehaviours(() => member.address);

describe.each([1, 2, 'auto'] as const)('with workers: %s', (workers) => {
  test.each(SCRIPTS)('$title', async (script) => {
    const { client } = await connect(member.address, { runtime: { workers } });
    expect(await runScript((prefix) => actorOf(client, prefix), script)).toEqual(script.lines);
  });
});

test('random transactions of three clients are atomic and isolated', async () => {
  const clients = await Promise.all([1, 2, 3].map(async () => (await connect(member.address)).client));
  const open = (prefix: string): Actor[] => clients.map((client) => actorOf(client, prefix));
  await expect(
    checkTransactions(clients.length, open, rounds({ short: 300, full: 3000 })),
  ).resolves.toBeUndefined();
});
