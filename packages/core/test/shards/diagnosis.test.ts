import type { AgentDiagnosis, ToWorker } from '@offloop/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Questions } from '../../src/shards/diagnosis.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const PATIENCE = 1_000;
const diagnosis = (reason: string): AgentDiagnosis => ({
  connections: [],
  failures: [],
  calls: [],
  retryQueue: { calls: 0, reason },
  isCongested: false,
});

let epoch: number;
let told: ToWorker[];
let questions: Questions;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  epoch = 0;
  told = [];
  questions = new Questions({ tell: (message) => void told.push(message), epoch: () => epoch });
});
afterEach(() => {
  vi.useRealTimers();
});

function answer(question: number, reason = `of ${question}`): void {
  questions.onAnswer({ type: 'diagnosis', question, diagnosis: diagnosis(reason) });
}

test('a question is answered when the worker has, and leaves no timer behind', async () => {
  const asked = questions.ask();
  expect(told).toEqual([{ type: 'diagnose', question: 0 }]);
  answer(0);
  expect(await asked).toEqual(diagnosis('of 0'));
  expect(vi.getTimerCount()).toBe(0);
});

test('after a second there is no answer, unless it came while the loop was blocked', async () => {
  const blocked = questions.ask();
  vi.advanceTimersByTime(PATIENCE);
  // It is taken before the immediate.
  answer(0);
  vi.advanceTimersByTime(1);
  expect(await blocked).toEqual(diagnosis('of 0'));

  const never = questions.ask();
  vi.advanceTimersByTime(PATIENCE + 1);
  expect(await never).toBeNull();
});

test('while a worker owes an answer, nobody asks it again', async () => {
  const first = questions.ask();
  vi.advanceTimersByTime(PATIENCE + 1);
  expect(await first).toBeNull();
  const second = questions.ask();
  const third = questions.ask();
  expect(told).toHaveLength(1);
  answer(0);
  expect(await second).toEqual(diagnosis('of 0'));
  expect(await third).toEqual(diagnosis('of 0'));
  void questions.ask();
  expect(told).toHaveLength(2);
});

test('a worker that took the place of another is asked again, and late answers are nobody’s', async () => {
  const first = questions.ask();
  epoch = 1;
  const second = questions.ask();
  expect(told).toEqual([
    { type: 'diagnose', question: 0 },
    { type: 'diagnose', question: 1 },
  ]);
  answer(0, 'of the dead');
  answer(1);
  expect(await second).toEqual(diagnosis('of 1'));
  vi.advanceTimersByTime(PATIENCE + 1);
  expect(await first).toBeNull();
});
