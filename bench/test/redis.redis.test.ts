import { RedisServer } from '@offloop/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { experimentOf, measureInChild } from './support/measure-in-child.js';

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

const approaches = experimentOf('redis').approaches.map(({ name }) => name);

it.each(approaches)(
  'the example is measured beside %s, in a closed loop and by the clock',
  async (approach) => {
    const address = `127.0.0.1:${server.port}`;
    const cells = await measureInChild('redis', approach, ['get-1KB-c64', 'paced-1000'], address);
    expect(cells[0].figures['opsPerSecond']).toBeGreaterThan(0);
    expect(cells[1].figures['answeredPerSecond']).toBeGreaterThan(0);
  },
);
