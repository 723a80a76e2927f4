import { RedisServer } from '@offloop/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
// The built modules: they start built servers, which lie beside them.
import { EXPERIMENTS } from '../dist/experiments/index.js';
import { runChild } from '../dist/harness/child.js';

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

const approaches = EXPERIMENTS.find(({ name }) => name === 'redis')!.approaches.map(({ name }) => name);

it.each(approaches)(
  'the example is measured beside %s, in a closed loop and by the clock',
  async (approach) => {
    const context = {
      approach,
      cells: ['get-1KB-c64', 'paced-1000'],
      timing: { processWarmup: 0, cellWarmup: 0.2, window: 1 },
      seed: 7,
      cluster: null,
      shared: `127.0.0.1:${server.port}`,
    };
    const { cells } = await runChild({
      node: process.execPath,
      request: { experiment: 'redis', context },
      timeoutSeconds: 55,
    });
    expect(cells[0].figures['opsPerSecond']).toBeGreaterThan(0);
    expect(cells[1].figures['answeredPerSecond']).toBeGreaterThan(0);
  },
);
