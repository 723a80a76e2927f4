import type { BenchClient } from './client.js';

/**
 * A client that is dearer by a known share: it makes every `oneIn`th call twice and counts it once. Whatever an operation
 * costs on the machine of the hour, here it costs 1 + 1 ÷ `oneIn` of that. A thread that spins by the clock would not do: it
 * burns more the busier the machine is. Both calls are made in one tick, lest another write come between them.
 */
export function slowed(client: BenchClient, oneIn: number): BenchClient {
  return {
    ...client,
    getMap: async (name) => {
      const map = await client.getMap(name);
      let calls = 0;
      const dearer = (call: () => Promise<unknown>): Promise<unknown> =>
        ++calls % oneIn === 0 ? Promise.all([call(), call()]).then(([, answer]) => answer) : call();
      return {
        get: (key) => dearer(() => map.get(key)),
        set: (key, value) => dearer(() => map.set(key, value)),
      };
    },
  };
}
