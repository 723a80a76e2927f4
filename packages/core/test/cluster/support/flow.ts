import { createRandom, type Random } from '@offloop/tools/random';

import { KeyModel, LOST, type Transition } from './key-model.js';
import { getAllStep, putAllStep, singleStep, type Step, type ValueMap } from './map-steps.js';
import { ABSENT } from './numbered-values.js';

const KEYS = 16;
const LOST_CODE = 'ERR_OFFLOOP_TARGET_DISCONNECTED';

/**
 * One of many flows of calls, on keys nobody else uses. It calls in bursts without waiting in between, so that a key's
 * order is the client's doing, and holds every answer against the model of its key.
 */
export class Flow {
  readonly #map: ValueMap;
  readonly #random: Random;
  readonly #newId: () => number;
  readonly #keys: string[];
  readonly #models: Map<string, KeyModel>;
  /** Calls that were lost with their connection. */
  lost = 0;

  constructor(map: ValueMap, number: number, seed: number, newId: () => number) {
    this.#map = map;
    this.#random = createRandom(seed + number);
    this.#newId = newId;
    this.#keys = Array.from({ length: KEYS }, (_, i) => `flow ${number}, key ${i}`);
    this.#models = new Map(this.#keys.map((key) => [key, new KeyModel(ABSENT)]));
  }

  /** @returns the calls made. */
  async burst(): Promise<number> {
    const steps = this.#plan();
    // All calls of a burst are made in one tick: what is settled when is not up to them.
    const answers = await Promise.all(steps.map((step) => this.#call(step)));
    const perKey = new Map<string, [Transition, unknown][]>();
    steps.forEach((step, i) => {
      step.keys.forEach((key, k) => {
        const operations = perKey.get(key) ?? [];
        perKey.set(key, operations);
        operations.push([step.transition(key), answers[i][k]]);
      });
    });
    for (const [key, operations] of perKey) this.#models.get(key)!.apply(operations);
    return steps.length;
  }

  async #call(step: Step): Promise<readonly unknown[]> {
    try {
      return await step.call(this.#map);
    } catch (error) {
      if (step.transition(step.keys[0]).resent || (error as { code?: string }).code !== LOST_CODE)
        throw error;
      this.lost++;
      return step.keys.map(() => LOST);
    }
  }

  #plan(): Step[] {
    const random = this.#random;
    // Now and then more than fits into a small ring at once.
    const count = random.below(300) === 0 ? 100 : 1 + random.below(8);
    const onlyKey = random.below(2) === 0 ? random.pick(this.#keys) : undefined;
    const foreseen = new Map<string, number>();
    const stateOf = (key: string): number => foreseen.get(key) ?? this.#models.get(key)!.possible[0];
    const steps: Step[] = [];
    for (let i = 0; i < count; i++) {
      const step = this.#step(onlyKey ?? random.pick(this.#keys), stateOf);
      for (const key of step.keys) foreseen.set(key, step.foreseen(key, stateOf(key)));
      steps.push(step);
    }
    return steps;
  }

  #step(key: string, stateOf: (key: string) => number): Step {
    const dice = this.#random.below(100);
    if (dice >= 4) return singleStep(this.#random, key, stateOf(key), this.#newId);
    const keys = this.#keys.filter((each) => each === key || this.#random.below(5) === 0);
    if (dice < 2) return getAllStep(keys);
    return putAllStep(dice === 2 ? 'putAll' : 'setAll', keys, this.#newId);
  }
}
