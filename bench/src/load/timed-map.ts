import type { BenchMap } from '../clients/client.js';
import { latencySamples } from './latency-samples.js';
import type { MoreFigures } from './window.js';

export interface TimedMap extends MoreFigures {
  readonly map: BenchMap;
}

/** Makes a map that samples how long its calls take. */
export function timedMap(map: BenchMap): TimedMap {
  const { sample, ...figures } = latencySamples();
  return {
    map: {
      get: (key) => sample(map.get(key)),
      set: (key, value) => sample(map.set(key, value)),
    },
    ...figures,
  };
}
