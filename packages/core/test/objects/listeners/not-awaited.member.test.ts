import { ItemEventType, type DistributedObjectEvent, type ItemEvent } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../../client/support/embedded-member.js';
import { connectMap, connect, eventually, THREADS } from '../../client/support/client-bench.js';
import { EventLog } from './support/event-log.js';

const member = await embeddedMember();

describe.each([THREADS, 0, 'auto'] as const)('with workers: %s, a listener that nobody awaits', (workers) => {
  test('hears of what is done to a map right behind it', async () => {
    const { map } = await connectMap<string, string>(member.address, { runtime: { workers } });
    const log = new EventLog();
    const added = map.addEntryListener(log.listener, undefined, true);
    const done = [map.set('a', '1'), map.putAll([['b', '2']])];
    await map.remove('a');
    await Promise.all(done);
    await log.untilCount(3);
    expect(log.lines.toSorted()).toEqual(['added a=1<null', 'added b=2<null', 'removed a=null<1']);
    expect(await map.removeEntryListener(await added)).toBe(true);
  });

  test('hears of an item of a queue', async () => {
    const { client } = await connect(member.address, { runtime: { workers } });
    const queue = await client.getQueue<string>(`not awaited ${workers}`);
    const heard: ItemEvent<string>[] = [];
    const listener = { itemAdded: (event: ItemEvent<string>) => void heard.push(event) };
    void queue.addItemListener(listener, true);
    await queue.offer('first');
    await eventually(() => heard.length > 0);
    expect(heard.map(({ item, eventType }) => [item, eventType])).toEqual([['first', ItemEventType.ADDED]]);
  });

  test('hears of objects that are made and destroyed', async () => {
    const { client } = await connect(member.address, { runtime: { workers } });
    const heard: string[] = [];
    const listener = ({ eventType, objectName }: DistributedObjectEvent): void => {
      heard.push(`${eventType} ${objectName}`);
    };
    void client.addDistributedObjectListener(listener);
    void client.addDistributedObjectListener(listener);
    const name = `made behind ${workers}`;
    await (await client.getMap(name)).destroy();
    await eventually(() => heard.length >= 4);
    expect(heard).toEqual([`created ${name}`, `created ${name}`, `destroyed ${name}`, `destroyed ${name}`]);
  });
});

test('a listener that a member does not answer holds calls up for some seconds only', async () => {
  const { client, map } = await connectMap<string, string>(member.address, { runtime: { workers: 'auto' } });
  const swallowed = member.faults.add({ message: 'map.addEntryListener', action: { kind: 'swallow' } });
  const added = map.addEntryListener(new EventLog().listener).catch((error: Error) => error);
  await map.set('k', 'v');
  expect(await map.get('k')).toBe('v');
  swallowed.remove();
  await client.shutdown();
  expect(await added).toBeInstanceOf(Error);
});
