import { HazelcastJsonValue, Predicates, type Client, type EntryListener } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../../client/support/embedded-member.js';
import {
  connectMap,
  connect,
  eventually,
  freshMap,
  type Config,
  THREADS,
} from '../../client/support/client-bench.js';
import { hearings } from './support/hearings.js';
import { figuresOf } from '../../client/support/figures.js';
import { TAPES } from '../../client/support/workers.js';
import { watchWorkers } from '../../client/support/worker-watch.js';

const member = await embeddedMember();

const EVENTS = 40;

let objects = 0;
function name(): string {
  return `taped events ${objects++}`;
}

/** Documents of many shapes, short and long, one of which stays text. */
function textOf(i: number): string {
  if (i % 10 === 6) return `{"10":${i},"2":{}}`;
  const rows = Array.from({ length: i % 5 }, (_, k) => ({ k, [`field${i % 11}`]: `a "quoted" ж ${i}` }));
  return JSON.stringify({ n: i, rows, last: `${'x'.repeat((i % 9) * 50)}\n` });
}

const texts: string[] = Array.from({ length: EVENTS }, (_, i) => textOf(i));
const wanted: unknown[] = texts.map((text) => JSON.parse(text) as unknown);
const json = (text: string): HazelcastJsonValue => new HazelcastJsonValue(text);

type Hear = (heard: unknown) => void;

function entries(hear: Hear): EntryListener<unknown, unknown> {
  return { added: ({ value }) => hear(value) };
}

async function inTurn(each: (text: string, i: number) => Promise<unknown>): Promise<void> {
  for (const [i, text] of texts.entries()) await each(text, i);
}

type Way = (client: Client, hear: Hear) => Promise<void>;

// A reliable topic's messages have their documents within other values.
const plainHearings = Object.entries(hearings).filter(([what]) => what !== 'reliable topic');

/** Ways that values come in events: a listener, and what makes its events, in the order of the texts. */
const WAYS: Record<string, Way> = {
  ...Object.fromEntries(
    plainHearings.map(([what, listen]): [string, Way] => [
      what,
      async (client, hear) => {
        const publish = await listen({ writer: client, reader: client, name: name() }, hear);
        await inTurn((text) => publish(json(text)));
      },
    ]),
  ),
  'map, by a predicate': async (client, hear) => {
    const map = await client.getMap<unknown, unknown>(name());
    await map.addEntryListenerWithPredicate(entries(hear), Predicates.alwaysTrue(), undefined, true);
    await inTurn((text, i) => map.set(i, json(text)));
  },
  'map, old values': async (client, hear) => {
    const map = await client.getMap<unknown, unknown>(name());
    await map.addEntryListener({ removed: ({ oldValue }) => hear(oldValue) }, undefined, true);
    await inTurn((text, i) => map.set(i, json(text)));
    await inTurn((_, i) => map.remove(i));
  },
  'map, keys': async (client, hear) => {
    const map = await client.getMap<unknown, unknown>(name());
    await map.addEntryListener({ added: ({ key }) => hear(key) });
    await inTurn((text) => map.set(json(text), 1));
  },
};

function hearValue(hear: Hear): (event: { readonly value: unknown }) => void {
  return ({ value }) => hear(value);
}

async function open(
  runtime: NonNullable<Config['runtime']>,
): Promise<{ client: Client; taped: () => number }> {
  const { client } = await connect(member.address, { runtime: { workers: THREADS, ...runtime } });
  return { client, taped: () => figuresOf(client).packed };
}

describe.each<[string, NonNullable<Config['runtime']>, boolean]>([
  ['in the ring', { packJsonFrom: 1 }, TAPES],
  ['by a port of its own', { packJsonFrom: 1, completionRingBytes: 1024 }, TAPES],
  ['from two workers', { packJsonFrom: 1, workers: 2 }, TAPES],
  ['without a worker', { packJsonFrom: 1, workers: 0 }, false],
])('documents in events that come %s', (_, runtime, tapes) => {
  test.each(Object.entries(WAYS))('are what JSON.parse gives: %s', async (__, way) => {
    const { client, taped } = await open(runtime);
    const heard: unknown[] = [];
    await way(client, (value) => heard.push(value));
    await eventually(() => heard.length >= EVENTS);
    expect(heard).toEqual(wanted);
    expect(taped() > 0).toBe(tapes);
  });
});

test('an event whose listener wants no values has none on tapes', async () => {
  const { client, taped } = await open({ packJsonFrom: 1 });
  const map = await freshMap<unknown, unknown>(client);
  const heard: unknown[] = [];
  await map.addEntryListener({ added: ({ key, value }) => heard.push([key, value]) });
  await inTurn((text, i) => map.set(i, json(text)));
  await eventually(() => heard.length >= EVENTS);
  expect(heard).toEqual(texts.map((_, i) => [i, null]));
  expect(taped()).toBe(0);
});

test('shapes are known to others where the listener they came with was removed', async () => {
  const { client } = await open({ packJsonFrom: 1 });
  const map = await freshMap<unknown, unknown>(client);
  for (let round = 0; round < 10; round++) {
    const text = JSON.stringify({ round, [`only${round}`]: { [`of${round}`]: [round] } });
    const id = await map.addEntryListener(
      entries(() => undefined),
      undefined,
      true,
    );
    const heard: unknown[] = [];
    await map.addEntryListener(
      entries((value) => heard.push(value)),
      undefined,
      true,
    );
    const set = map.set(round, json(text));
    // Its event is under way, or about to be.
    const removed = map.removeEntryListener(id);
    await Promise.all([set, removed]);
    expect(await map.get(round)).toEqual(JSON.parse(text));
    await map.set(`again ${round}`, json(text));
    await eventually(() => heard.length >= 2);
    expect(heard.slice(0, 2)).toEqual([JSON.parse(text), JSON.parse(text)]);
  }
});

test('text in an event that is not JSON is the same error in the log, by way of a tape or not', async () => {
  const lines: string[][] = [];
  for (const packJsonFrom of [1, 0]) {
    const { log, map } = await connectMap<unknown, unknown>(member.address, {
      runtime: { workers: THREADS, packJsonFrom },
    });
    const heard: unknown[] = [];
    await map.addEntryListener(
      entries((value) => heard.push(value)),
      undefined,
      true,
    );
    await map.set(1, json(texts[1]));
    await map.set(2, json('{"a":[1,2,{"b":'));
    await map.set(3, json(texts[3]));
    await eventually(() => heard.length >= 2);
    expect(heard).toEqual([wanted[1], wanted[3]]);
    lines.push(log.filter(({ level }) => level === 'error').map(({ text }) => text.replace(/\(.*?\)/, '')));
  }
  expect(lines[0].length).toBe(1);
  expect(lines[0][0].split('\n')[0]).toBe(lines[1][0].split('\n')[0]);
});

describe('a worker that dies', () => {
  const { killYoungest } = watchWorkers();

  test('takes its shapes along, and events of the next one have their own', async () => {
    const { client, lifecycle, map } = await connectMap<unknown, unknown>(member.address, {
      runtime: { workers: THREADS, packJsonFrom: 1 },
    });
    const heard: unknown[] = [];
    const listener = {
      added: hearValue((value) => heard.push(value)),
      updated: hearValue((value) => heard.push(value)),
    };
    await map.addEntryListener(listener, undefined, true);
    for (let life = 1; life <= 3; life++) {
      // Its numbers stand for other keys in the next one's list of shapes.
      const text = `[{"only${life}":1},{"of${life}":[{"deep${life}":"${life}"}]}]`;
      await map.set('k', json(text));
      await eventually(() => JSON.stringify(heard.at(-1)) === text);
      expect(figuresOf(client).packed > 0).toBe(TAPES);
      const underWay = map.set('k', json(texts[life])).catch(() => undefined);
      await killYoungest(THREADS);
      await underWay;
      await lifecycle.until('CONNECTED', life + 1);
    }
    // Of the event that was under way when its worker died it may have been heard or not.
    const late = wanted.slice(1, 4).map((value) => JSON.stringify(value));
    for (const value of heard.filter((one) => !Array.isArray(one)))
      expect(late).toContain(JSON.stringify(value));
  });
});
