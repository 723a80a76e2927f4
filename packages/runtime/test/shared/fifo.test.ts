import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

import { Fifo } from '../../src/shared/fifo.js';

test('items leave in the order they came, however the two alternate', () => {
  const queue = new Fifo<number>();
  expect(queue.peek()).toBeUndefined();
  let pushed = 0;
  const left: unknown[] = [];
  const peeked: unknown[] = [];
  const leave = (): void => {
    peeked.push(queue.peek());
    left.push(queue.shift());
  };
  // Waves of every length, so that emptying and compacting fall on every side of each other.
  for (let wave = 1; wave < 120; wave++) {
    for (let i = 0; i < wave * 7; i++) queue.push(pushed++);
    for (let i = 0; i < wave * 6 && queue.length > 0; i++) leave();
    expect(queue.length).toBe(pushed - left.length);
  }
  while (queue.length > 0) leave();
  expect(left).toEqual(Array.from({ length: pushed }, (_, i) => i));
  expect(peeked).toEqual(left);
  expect([queue.peek(), queue.shift(), queue.length]).toEqual([undefined, undefined, 0]);
});

test('all leave at once, but those that have left before', () => {
  const queue = new Fifo<number>();
  for (let i = 0; i < 10; i++) queue.push(i);
  queue.shift();
  queue.shift();
  expect(queue.takeAll()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(queue.length).toBe(0);
  queue.push(10);
  expect(queue.shift()).toBe(10);
});

test('one that is put first overtakes all others, also when some have left', () => {
  const queue = new Fifo<number>();
  queue.push(1);
  queue.putFirst(0);
  expect([queue.shift(), queue.peek()]).toEqual([0, 1]);
  queue.push(2);
  queue.putFirst(7);
  expect(queue.length).toBe(3);
  expect(queue.takeAll()).toEqual([7, 1, 2]);
});

test('what has left is let go, though others wait behind it', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const queue = new Fifo<{ readonly bytes: Buffer }>();
  const left = Array.from({ length: 3 }, () => {
    const item = { bytes: Buffer.alloc(1) };
    queue.push(item);
    return new WeakRef(item);
  });
  queue.push({ bytes: Buffer.alloc(1) });
  while (queue.length > 1) queue.shift();
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn();
    collect();
  }
  expect(left.map((item) => item.deref())).toEqual([undefined, undefined, undefined]);
  expect(queue.length).toBe(1);
});
