import { expect, test } from 'vitest';

import { connect, eventually } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const member = sharedMember();

const VALUES: readonly unknown[] = ['text', 1.5, true, { a: [1, null] }, ['x'], Buffer.from('bytes')];

test('both clients hear the same of a reliable topic, whichever published it', async () => {
  const { ours, official } = await connectBoth(member.address);
  const mine = await ours.getReliableTopic<unknown>('t');
  const theirs = await official.getReliableTopic<unknown>('t');
  const heard: Record<'mine' | 'theirs', [unknown, string][]> = { mine: [], theirs: [] };
  mine.addMessageListener(({ messageObject, publisher }) =>
    heard.mine.push([messageObject, String(publisher)]),
  );
  theirs.addMessageListener(({ messageObject, publisher }) =>
    heard.theirs.push([messageObject, String(publisher)]),
  );
  // Both know where they begin when a first message was heard.
  while (heard.mine.length === 0 || heard.theirs.length === 0) await mine.publish('first');
  for (const value of VALUES) {
    await mine.publish(value);
    await theirs.publish(value);
  }
  await mine.publishAll(VALUES);
  const tail = 3 * VALUES.length;
  const rest = (all: [unknown, string][]): unknown[] => all.filter(([value]) => value !== 'first');
  await eventually(() => rest(heard.mine).length === tail && rest(heard.theirs).length === tail);
  expect(rest(heard.mine)).toEqual(rest(heard.theirs));
});

test('listeners of a plain topic hear each message once and in order, until they are removed', async () => {
  const { client } = await connect(member.address);
  const topic = await client.getTopic<unknown>('plain');
  const heard: unknown[] = [];
  const id = await topic.addMessageListener(({ messageObject, publisher, publishingTime }) =>
    heard.push([messageObject, String(publisher), publishingTime.toNumber() > 0]),
  );
  await topic.publish('a');
  await topic.publishAll(['b', { c: 1 }]);
  await eventually(() => heard.length === 3);
  expect(heard).toEqual(['a', 'b', { c: 1 }].map((each) => [each, member.address, true]));
  expect(await topic.removeMessageListener(id)).toBe(true);
});
