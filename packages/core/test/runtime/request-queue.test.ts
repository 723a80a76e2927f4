import { expect, test } from 'vitest';

import { RequestQueue, type QueuedRequest } from '../../src/runtime/request-queue.js';

function request(slot: number): QueuedRequest {
  return { slot, generation: 0, record: Buffer.alloc(1), borrowed: undefined, spilled: undefined };
}

test('requests leave in the order they came, however the two alternate', () => {
  const queue = new RequestQueue();
  expect(queue.peek()).toBeUndefined();
  let pushed = 0;
  let left = 0;
  // Waves of every length, so that emptying and compacting fall on every side of each other.
  for (let wave = 1; wave < 120; wave++) {
    for (let i = 0; i < wave * 7; i++) queue.push(request(pushed++));
    for (let i = 0; i < wave * 6 && queue.length > 0; i++) {
      expect(queue.peek()?.slot).toBe(left++);
      queue.shift();
    }
    expect(queue.length).toBe(pushed - left);
  }
  while (queue.length > 0) {
    expect(queue.peek()?.slot).toBe(left++);
    queue.shift();
  }
  expect(left).toBe(pushed);
  expect(queue.peek()).toBeUndefined();
});
