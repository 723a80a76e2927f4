import { rounds, seedOf } from '@offloop/tools';
import { availableCpus } from '@offloop/runtime';
import { HazelcastJsonValue as OfficialJsonValue } from 'hazelcast-client';
import type { Client } from 'offloop';
import { expect, test } from 'vitest';

import { difference } from '../calls/completions/tape/difference.js';
import { Documents } from '../calls/completions/tape/documents.js';
import { connect, THREADS } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { connectBoth, sharedMap } from './support/both-clients.js';
import type { OfficialClient } from './support/official.js';
import { sharedMember } from './support/shared-member.js';

/** Documents of each test. */
const DOCUMENTS = rounds({ short: 200, full: 400 });
/** A worker that shares the caller's one CPU leaves all as text. */
const TAPES: boolean = availableCpus() >= 2;

const member = sharedMember();
let ours: Client;
let official: OfficialClient;

async function open(): Promise<void> {
  ({ client: ours } = await connect(member.address, { runtime: { workers: THREADS, packJsonFrom: 1 } }));
  ({ official } = await connectBoth(member.address));
}

const taped = (): number => figuresOf(ours).packed;

/** Texts of which each is JSON, long and short, with shapes that change. */
function texts(): string[] {
  const source = new Documents(seedOf('taped JSON'));
  const found: string[] = [];
  while (found.length < DOCUMENTS) {
    const text = source.next().toString();
    // A lone surrogate cannot be sent.
    if (/\p{Surrogate}/u.test(text)) continue;
    try {
      JSON.parse(text);
      found.push(found.length % 10 === 0 ? `[${`${text},`.repeat(50)}${text}]` : text);
    } catch {
      // One that is damaged: the other tests have those.
    }
  }
  return found;
}

test('documents that the official client writes into a map are read as it reads them', async () => {
  await open();
  const map = await sharedMap({ ours, official });
  const all = texts();
  await Promise.all(all.map((text, i) => map.official.set(i, new OfficialJsonValue(text))));
  const read = await Promise.all(all.map((_, i) => Promise.all([map.ours.get(i), map.official.get(i)])));
  for (const [i, [our, their]] of read.entries()) {
    expect([i, difference(our, their)]).toEqual([i, undefined]);
    expect([i, difference(our, JSON.parse(all[i]))]).toEqual([i, undefined]);
  }
  // Behind one that has to stay text others are passed over.
  expect(taped() > DOCUMENTS / 100).toBe(TAPES);
  const keys = all.map((_, i) => i);
  const sorted = (entries: unknown): unknown =>
    (entries as [number, unknown][]).toSorted(([a], [b]) => a - b).map(([, value]) => value);
  expect(
    difference(sorted(await map.ours.getAll(keys)), sorted(await map.official.getAll(keys))),
  ).toBeUndefined();
  // What was replaced comes by its own message.
  expect(difference(await map.ours.put(0, 1), JSON.parse(all[0]))).toBeUndefined();
  expect(difference(await map.ours.remove(1), JSON.parse(all[1]))).toBeUndefined();
});

test('documents that the official client offers to a queue are polled as it would poll them', async () => {
  await open();
  const name = 'documents';
  const [our, their] = [await ours.getQueue<unknown>(name), await official.getQueue<unknown>(name)];
  const all = texts();
  for (const text of all) {
    await their.offer(new OfficialJsonValue(text));
  }
  for (const text of all.slice(0, DOCUMENTS / 2)) {
    const [peeked, polled] = [await our.peek(), await our.poll()];
    expect(difference(peeked, JSON.parse(text))).toBeUndefined();
    expect(difference(polled, JSON.parse(text))).toBeUndefined();
  }
  const rest: unknown[] = [];
  await our.drainTo(rest);
  expect(
    difference(
      rest,
      all.slice(DOCUMENTS / 2).map((text) => JSON.parse(text) as unknown),
    ),
  ).toBeUndefined();
});
