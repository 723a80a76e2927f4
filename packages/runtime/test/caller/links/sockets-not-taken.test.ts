import { expect, test } from 'vitest';

import { Moves } from '../../../src/caller/links/moves.js';

/** A move whose socket notes how it is ended. */
function add(moves: Moves, ended: unknown[]): number {
  const number = moves.add(1, (mayBeClosed) => ended.push([number, mayBeClosed]));
  return number;
}

test('when the thread dies, sockets that it has not taken end, and the last that it has only if it is still open', () => {
  const moves = new Moves();
  const ended: unknown[] = [];
  const numbers = [add(moves, ended), add(moves, ended), add(moves, ended)];
  // As the thread does before it makes the socket.
  new Int32Array(moves.taken)[0] = numbers[1];
  numbers.push(add(moves, ended));
  moves.onThreadDied(1);
  expect(ended).toEqual([
    [numbers[1], true],
    [numbers[2], false],
    [numbers[3], false],
  ]);
  moves.onThreadDied(1);
  expect(ended.length).toBe(3);
});
