import { expect, test } from 'vitest';

import type * as MovesModule from '../../../src/caller/links/moves.js';
import { BuiltModules, type Edit } from '../../support/stepped/built-modules.js';

// Sockets that move, threads that take them in order and die at any time, and the news of that, which comes later: each socket is closed once, by the
// thread that has taken it or by the loop.

/** Who hears of the death of a thread may move a socket at once, into the next one. */
type Step = 'moves' | 'takes' | 'begins to take' | 'dies' | 'hears' | 'hears, and moves';
const STEPS: readonly Step[] = ['moves', 'takes', 'begins to take', 'dies', 'hears', 'hears, and moves'];
const MOST_STEPS = 6;
type Moves = new () => MovesModule.Moves;

/** @returns what is wrong, if anything is, with a loop that has at last heard of the deaths of all threads */
function play(steps: readonly Step[], Moves: Moves): string | undefined {
  const moves = new Moves();
  const taken = new Int32Array(moves.taken);
  const closed = new Map<number, number>();
  const close = (move: number): void => void closed.set(move, closed.get(move)! + 1);
  const discardOf = (move: number) => (mayBeClosed: boolean) => {
    if (!mayBeClosed || closed.get(move) === 0) close(move);
  };
  let life = 1;
  let isAlive = true;
  /** On their way to the thread, and in it. */
  let sent: { move: number; life: number }[] = [];
  let inside: number[] = [];
  for (const step of [...steps, 'dies', 'hears'] as Step[]) {
    if (step === 'moves') {
      const number = closed.size + 1;
      closed.set(number, 0);
      sent.push({ move: moves.add(life, discardOf(number)), life });
    } else if ((step === 'takes' || step === 'begins to take') && isAlive) {
      const next = sent.shift();
      // What was meant for another thread is refused.
      if (next?.life !== life) continue;
      Atomics.store(taken, 0, next.move);
      if (step === 'takes') inside.push(next.move);
      // It dies before it has the socket.
      else isAlive = false;
      if (!isAlive) inside.splice(0).forEach(close);
    } else if (step === 'dies' && isAlive) {
      isAlive = false;
      inside.forEach(close);
      inside = [];
    } else if (step.startsWith('hears') && !isAlive) {
      life++;
      isAlive = true;
      if (step === 'hears, and moves') {
        const number = closed.size + 1;
        closed.set(number, 0);
        sent.push({ move: moves.add(life, discardOf(number)), life });
      }
      moves.onThreadDied(life - 1);
      sent = sent.filter((each) => each.life === life);
    }
  }
  for (const [number, times] of closed) {
    const isUnderWay = sent.some(({ move }) => move === number);
    if (times !== (isUnderWay ? 0 : 1))
      return `socket ${number} is closed ${times} times after ${steps.join()}`;
  }
  return undefined;
}

function search(edits: readonly Edit[] = []): string | undefined {
  const modules = new BuiltModules({}, edits, {});
  const { Moves } = modules.load('caller/links/moves') as typeof MovesModule;
  modules.checkEdits();
  const from = (steps: readonly Step[]): string | undefined => {
    const wrong = play(steps, Moves);
    if (wrong !== undefined || steps.length === MOST_STEPS) return wrong;
    for (const step of STEPS) {
      // Twice in a row these do nothing.
      if (step === steps.at(-1) && step !== 'moves' && step !== 'takes') continue;
      const found = from([...steps, step]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return from([]);
}

const edit = (find: string, replace: string): Edit[] => [{ module: 'caller/links/moves', find, replace }];

test('each socket that moves is closed once, whenever threads die', () => {
  expect(search()).toBeUndefined();
});

test.each([
  ['sockets that the thread has taken are closed again', edit('discard(number === taken)', 'discard(false)')],
  [
    'a socket that the thread has begun to take stays open',
    edit('move.number >= taken', 'move.number > taken'),
  ],
  ['sockets that the thread has not taken stay open', edit('discard(number === taken);', ';')],
  ['a socket is closed for a thread that has not died', edit('move.life <= life && ', '')],
  [
    'closed sockets are closed again',
    edit('this.#open = this.#open.filter((move) => move.life > life);', ''),
  ],
  [
    'sockets of the next thread are forgotten',
    edit('this.#open = this.#open.filter((move) => move.life > life);', 'this.#open = [];'),
  ],
])('a mistake is found: %s', (_, edits) => {
  expect(search(edits)).toMatch(/is closed/);
});
