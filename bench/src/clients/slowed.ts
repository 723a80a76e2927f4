import type { BenchClient } from './client.js';

/**
 * Makes a client cost more by a known share: every `oneIn`th call is made twice and counted once. So an operation costs 1 + 1 ÷ `oneIn`
 * times what it costs on the machine at that time. A thread that spins by the clock would not do: it takes more CPU the busier the machine
 * is. Both calls are made in one tick, so that no other write comes between them.
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
