import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { codeOf, connect, eventually } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';

// A topic's ring buffer is configured by the name of the topic.
const RINGS = `
  <ringbuffer name="full-*"><capacity>3</capacity><time-to-live-seconds>1</time-to-live-seconds></ringbuffer>
  <ringbuffer name="small-*"><capacity>5</capacity></ringbuffer>`;

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({ extraXml: RINGS });
});
afterAll(() => member.kill());

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

test('a full reliable topic rejects, drops, or waits, as configured', async () => {
  const { client } = await connect(member.address, {
    reliableTopics: {
      'full-error': { overloadPolicy: 'ERROR' },
      'full-newest': { overloadPolicy: 'DISCARD_NEWEST' },
      'full-oldest': { overloadPolicy: 'DISCARD_OLDEST' },
    },
  });
  const fill = async (name: string) => {
    const topic = await client.getReliableTopic<number>(name);
    await topic.publishAll([1, 2, 3]);
    return topic;
  };
  const tail = async (name: string): Promise<number> =>
    (await (await client.getRingbuffer(`_hz_rb_${name}`)).tailSequence()).toNumber();
  expect(await codeOf((await fill('full-error')).publish(4))).toBe('ERR_OFFLOOP_TOPIC_OVERLOAD');
  expect(await codeOf((await fill('full-newest')).publish(4))).toBe('resolved');
  expect(await tail('full-newest')).toBe(2);
  expect(await codeOf((await fill('full-oldest')).publish(4))).toBe('resolved');
  expect(await tail('full-oldest')).toBe(3);
  expect(await codeOf((await fill('full-block')).publish(4))).toBe('resolved');
  expect(await tail('full-block')).toBe(3);
});

test('a late listener of a reliable topic goes on from the oldest message, unless it does not tolerate loss', async () => {
  const { client, log } = await connect(member.address);
  const topic = await client.getReliableTopic<number>('small-1');
  for (let n = 0; n < 12; n++) await topic.publish(n);
  const heard: number[] = [];
  const onMessage = ({ messageObject }: { messageObject: number }): unknown => heard.push(messageObject);
  topic.addMessageListener({ onMessage, retrieveInitialSequence: () => 0 });
  topic.addMessageListener({ onMessage, retrieveInitialSequence: () => 0, isLossTolerant: () => false });
  await eventually(() => log.some(({ text }) => text.includes('is removed: 7 messages were lost')));
  await eventually(() => heard.length === 5);
  expect(heard).toEqual([7, 8, 9, 10, 11]);
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
