import { UnsupportedOperationError } from 'offloop';
import { expect, test } from 'vitest';

import { refuseNotYet } from '../../src/map/not-yet.js';

test('a method that is not there yet rejects, and its message names it', async () => {
  const prototype: Record<string, () => Promise<unknown>> = {};
  refuseNotYet(prototype);
  const refused = prototype['aggregate']?.();
  await expect(refused).rejects.toThrow('IMap.aggregate is not supported yet');
  await expect(refused).rejects.toMatchObject({ name: UnsupportedOperationError.name });
});

test('a method that exists, and is still listed as not there, is an error when the module is loaded', () => {
  class Map {
    containsValue(): Promise<boolean> {
      return Promise.resolve(true);
    }
  }
  expect(() => refuseNotYet(Map.prototype)).toThrow(
    'IMap.containsValue exists: remove it from map/not-yet.ts',
  );
});

test('so is one that is inherited', () => {
  class Base {
    aggregate(): void {}
  }
  class Map extends Base {}
  expect(() => refuseNotYet(Map.prototype)).toThrow('IMap.aggregate exists');
});
