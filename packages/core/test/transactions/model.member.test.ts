import { rounds } from '@offloop/tools';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect } from '../client/support/client-bench.js';
import { actorOf } from './support/actor.js';
import { checkTransactions } from './support/model.js';

const member = await embeddedMember();

test('random transactions of three clients are atomic and isolated', async () => {
  const clients = await Promise.all([1, 2, 3].map(async () => (await connect(member.address)).client));
  const open = (prefix: string) => clients.map((client) => actorOf(client, prefix));
  await expect(
    checkTransactions(clients.length, open, rounds({ short: 300, full: 3000 })),
  ).resolves.toBeUndefined();
});
