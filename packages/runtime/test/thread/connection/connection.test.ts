import { once } from 'node:events';
import { expect, test } from 'vitest';

import { Lines } from './support/lines.js';

function add({ connection }: Lines, bytes: number): void {
  const part = Buffer.alloc(65_536, 'x');
  for (let left = bytes; left > 0; left -= part.length)
    connection.add(0, 0, part, 0, Math.min(left, part.length));
}

test('a connection that finishes ends when the other side has got all that was added, however slow it is', async () => {
  const lines = await Lines.open();
  const { other, connection } = lines;
  connection.opened();
  let got = 0;
  // A little at a time: it takes longer than what is not progress.
  const reading = setInterval(() => {
    const part = other.read() as Buffer | null;
    got += part?.length ?? 0;
  }, 5);
  other.pause();
  add(lines, 6_000_000);
  connection.flush();
  connection.finish('done');
  expect(await lines.ended).toBe('done');
  await once(other, 'end');
  clearInterval(reading);
  expect(got).toBe(6_000_000);
});

test('one that finishes is lost if the other side takes nothing', async () => {
  const lines = await Lines.open();
  lines.other.pause();
  lines.connection.opened();
  add(lines, 20_000_000);
  lines.connection.finish('done');
  expect(await lines.ended).toMatchObject({ message: 'the other side took nothing for 2000 ms' });
});

test('the first reason of its end counts, and what comes later is not told', async () => {
  const { connection, other, ended, lines } = await Lines.open();
  connection.end('mine');
  connection.end('other');
  connection.finish('another');
  other.end('late\n');
  expect(await ended).toBe('mine');
  await once(other, 'close');
  expect(lines).toEqual([]);
});

test('one that is not open in time ends, and an open one does not', async () => {
  const [late, timely] = [await Lines.open(), await Lines.open()];
  late.connection.opensWithin(1, () => new Error('too late'));
  timely.connection.opensWithin(60_000, () => new Error('too late'));
  timely.connection.opened();
  expect(await late.ended).toMatchObject({ message: 'too late' });
  expect([late.connection.isOpen, timely.connection.isOpen]).toEqual([false, true]);
});

test.each([
  ['stays where it is', () => 0],
  ['goes past the end', () => 1_000_000],
  ['says nothing', () => undefined as unknown as number],
])('a take that %s ends it with an error', async (_what, take) => {
  const lines = await Lines.open();
  lines.onLine = take;
  lines.other.write('a line\n');
  expect(await lines.ended).toMatchObject({ message: expect.stringMatching(/^take returned/) as string });
});
