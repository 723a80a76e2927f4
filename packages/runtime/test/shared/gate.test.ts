import { expect, test } from 'vitest';

import { Gate } from '../../src/shared/gate.js';

/** Requests that the test answers, by their numbers in the order in which they began. */
class Requests {
  readonly begun: number[] = [];
  readonly #answers = new Map<number, { resolve(): void; reject(error: Error): void }>();

  make(gate: Gate, number: number): Promise<number> {
    return gate.pass(() => {
      this.begun.push(number);
      return new Promise((resolve, reject) =>
        this.#answers.set(number, { resolve: () => resolve(number), reject }),
      );
    });
  }

  async answer(number: number): Promise<void> {
    this.#answers.get(number)!.resolve();
    await new Promise(setImmediate);
  }

  async fail(number: number): Promise<void> {
    this.#answers.get(number)!.reject(new Error(`${number}`));
    await new Promise(setImmediate);
  }
}

test('so many requests are made at once, and the others in their order when one of them has settled', async () => {
  const gate = new Gate(2);
  const requests = new Requests();
  const made = Promise.allSettled([0, 1, 2, 3, 4].map((number) => requests.make(gate, number)));
  expect(requests.begun).toEqual([0, 1]);
  await requests.answer(1);
  expect(requests.begun).toEqual([0, 1, 2]);
  await requests.fail(2);
  expect(requests.begun).toEqual([0, 1, 2, 3]);
  await requests.answer(3);
  await requests.answer(0);
  await requests.answer(4);
  expect((await made).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  // Nobody has kept its place.
  void requests.make(gate, 5);
  void requests.make(gate, 6);
  expect(requests.begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
