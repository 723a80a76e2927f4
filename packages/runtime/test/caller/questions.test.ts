import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Questions } from '../../src/caller/questions.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

const PATIENCE = 1_000;

let sent: number[];
let questions: Questions<string>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
  sent = [];
  questions = new Questions((asked) => void sent.push(asked));
});
afterEach(() => {
  vi.useRealTimers();
});

test('each is answered by who was asked, and leaves no timer behind', async () => {
  const answers = [7, 8].map((asked) => questions.ask(asked));
  expect(sent).toEqual([7, 8]);
  questions.answer(8, 'eight');
  questions.answer(7, 'seven');
  expect(await Promise.all(answers)).toEqual(['seven', 'eight']);
  expect(vi.getTimerCount()).toBe(0);
});

test('after a second there is no answer, unless it came while the loop was blocked', async () => {
  const blocked = questions.ask(0);
  vi.advanceTimersByTime(PATIENCE);
  // It is taken before the immediate.
  questions.answer(0, 'late');
  vi.advanceTimersByTime(1);
  expect(await blocked).toBe('late');

  const never = questions.ask(0);
  vi.advanceTimersByTime(2 * PATIENCE);
  expect(await never).toBeNull();
});

test('while an answer is owed, nobody asks again', async () => {
  const first = questions.ask(0);
  vi.advanceTimersByTime(2 * PATIENCE);
  expect(await first).toBeNull();
  const others = [questions.ask(0), questions.ask(0)];
  expect(sent).toEqual([0]);
  questions.answer(0, 'once');
  expect(await Promise.all(others)).toEqual(['once', 'once']);
  void questions.ask(0);
  expect(sent).toEqual([0, 0]);
});

test('a question that is lost with who was asked has no answer, and the next one is sent', async () => {
  const lost = questions.ask(0);
  questions.answer(0, null);
  expect(await lost).toBeNull();
  const next = questions.ask(0);
  expect(sent).toEqual([0, 0]);
  questions.answer(0, 'of another');
  expect(await next).toBe('of another');
});

test('an answer that nobody has asked for is nobody’s', () => {
  questions.answer(0, 'what?');
  expect(sent).toEqual([]);
});
