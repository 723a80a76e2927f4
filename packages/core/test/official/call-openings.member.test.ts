import type { Client, IMap, Ringbuffer } from 'offloop';
import { expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';

interface Objects {
  readonly client: Client;
  readonly map: IMap<string, string>;
  readonly ring: Ringbuffer<string>;
}

/** Both clients, on one member, with some of their objects. */
async function both(): Promise<[Objects, Objects]> {
  const member = await memberOfTest();
  const { ours, official } = await connectBoth(member.address);
  const objectsOf = async (each: Client): Promise<Objects> => ({
    client: each,
    map: await each.getMap('m'),
    ring: await each.getRingbuffer('r'),
  });
  return [await objectsOf(official as unknown as Client), await objectsOf(ours)];
}

/** Of a class that members do not have. */
const UNKNOWN = { factoryId: 4711, classId: 1, readData: () => undefined, writeData: () => undefined };

const calls: [opening: string, call: (objects: Objects) => Promise<unknown>][] = [
  ['Sequence number should not be less than zero, was: -1', ({ ring }) => ring.readOne(-1)],
  ['Sequence number should not be less than zero, was: -2', ({ ring }) => ring.readMany(-2, 0, 1)],
  ['Min count should not be less than zero, was: ', ({ ring }) => ring.readMany(0, -1, 1)],
  ['Min count 3 was larger than max count 2', ({ ring }) => ring.readMany(0, 3, 2)],
  ['Max count can not be larger than 1000', ({ ring }) => ring.readMany(0, 0, 1001)],
  ['Index must have at least one attribute', ({ map }) => map.addIndex({ attributes: [] })],
  [
    'Index cannot have more than 255 attributes',
    ({ map }) => map.addIndex({ attributes: Array.from({ length: 256 }, (_, i) => `a${i}`) }),
  ],
  [
    'Composite bitmap indexes are not supported',
    ({ map }) => map.addIndex({ type: 'BITMAP', attributes: ['a', 'b'] }),
  ],
  ['Listener cannot be added!', ({ map }) => map.addEntryListenerWithPredicate({}, UNKNOWN)],
  ['Duplicate attribute name', ({ map }) => map.addIndex({ attributes: ['a', 'a'] })],
  ['Attribute name cannot be empty', ({ map }) => map.addIndex({ attributes: [' '] })],
  ['Attribute name cannot end with dot', ({ map }) => map.addIndex({ attributes: ['a.'] })],
  ['Invalid argument given to execute(): Empty SQL string', ({ client }) => client.getSql().execute('')],
  [
    'Invalid argument given to execute(): SQL statement cannot be null',
    ({ client }) => client.getSql().executeStatement(null as never),
  ],
  [
    'Invalid argument given to execute(): Timeout millis can be',
    ({ client }) => client.getSql().execute('SELECT 1', [], { timeoutMillis: -2 }),
  ],
  [
    'Invalid argument given to execute(): Cursor buffer size cannot be negative',
    ({ client }) => client.getSql().execute('SELECT 1', [], { cursorBufferSize: 0 }),
  ],
  [
    'Invalid argument given to execute(): ',
    ({ client }) => client.getSql().execute('SELECT 1', [], { schema: 7 as never }),
  ],
];

test('the errors of calls begin with the official texts', async () => {
  const clients = await both();
  const message = async (call: () => Promise<unknown>): Promise<string> => {
    try {
      return `resolved to ${String(await call())}`;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const openings = (opening: string, call: (objects: Objects) => Promise<unknown>): Promise<string[]> =>
    Promise.all(
      clients.map(async (objects) => (await message(() => call(objects))).slice(0, opening.length)),
    );
  const found = await Promise.all(calls.map(([opening, call]) => openings(opening, call)));
  expect(found).toEqual(calls.map(([opening]) => [opening, opening]));

  await Promise.all(clients.map(({ client }) => client.shutdown()));
  const closed = 'Client is shutting down.';
  expect(await openings(closed, ({ map }) => map.get('k'))).toEqual([closed, closed]);
});
