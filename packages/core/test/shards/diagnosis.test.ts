import type { AgentDiagnosis, ToWorker } from '@offloop/workers';
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
  const asked = {
    tell: (message: ToWorker) => void told.push(message),
    get epoch() {
      return epoch;
    },
  };
  questions = new Questions(asked, 2);
});
afterEach(() => {
  vi.useRealTimers();
});

function answer(question: number, shard: number, reason = `of ${shard}`): void {
  questions.onAnswer({ type: 'diagnosis', question, diagnosis: diagnosis(reason) }, shard);
}

test('a question is answered when every shard has, and leaves no timer behind', async () => {
  const asked = questions.ask();
  expect(told).toEqual([{ type: 'diagnose', question: 0 }]);
  answer(0, 1);
  answer(0, 0);
  expect([...(await asked)]).toEqual([
    [1, diagnosis('of 1')],
    [0, diagnosis('of 0')],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('after a second it has the answers there are', async () => {
  const asked = questions.ask();
  answer(0, 1);
  vi.advanceTimersByTime(PATIENCE);
  // An answer that came while the loop was blocked is taken before the immediate.
  answer(0, 0);
  vi.advanceTimersByTime(1);
  expect([...(await asked).keys()]).toEqual([1, 0]);

  const never = questions.ask();
  answer(1, 1);
  vi.advanceTimersByTime(PATIENCE + 1);
  expect([...(await never).keys()]).toEqual([1]);
});

test('while a worker owes an answer, nobody asks it again', async () => {
  const first = questions.ask();
  vi.advanceTimersByTime(PATIENCE + 1);
  expect((await first).size).toBe(0);
  const second = questions.ask();
  const third = questions.ask();
  expect(told).toHaveLength(1);
  answer(0, 0);
  answer(0, 1);
  expect((await second).size).toBe(2);
  expect((await third).size).toBe(2);
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
  answer(0, 0, 'of the dead');
  answer(1, 0);
  answer(1, 1);
  expect((await second).get(0)).toEqual(diagnosis('of 0'));
  vi.advanceTimersByTime(PATIENCE + 1);
  expect((await first).size).toBe(0);
});
