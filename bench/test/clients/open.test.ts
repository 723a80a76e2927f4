import { afterEach, expect, it, vi } from 'vitest';
import { openOffloop, withRuntime } from '../../src/clients/open.js';

const offloop = vi.hoisted(() => ({ configs: [] as object[], shards: [] as object[] }));

vi.mock('offloop', () => ({
  Client: {
    newHazelcastClient: async (config: object) => {
      offloop.configs.push(config);
      return {
        getMap: async () => ({}),
        stats: () => ({ shards: offloop.shards }),
        shutdown: async () => {},
      };
    },
  },
}));

afterEach(() => {
  offloop.configs = [];
  offloop.shards = [];
});

it('opens offloop with its defaults, or with the runtime that an approach asks for', async () => {
  await openOffloop('127.0.0.1:5701');
  await withRuntime({ workers: 0 })('127.0.0.1:5701');
  const plain = { network: { clusterMembers: ['127.0.0.1:5701'] } };
  expect(offloop.configs[0]).toMatchObject(plain);
  expect(offloop.configs[0]).not.toHaveProperty('runtime');
  expect(offloop.configs[1]).toMatchObject({ ...plain, runtime: { workers: 0 } });
});

it('adds up the doorbells of both directions over the shards', async () => {
  offloop.shards = [
    { wakeupsSent: 3, callerWakeups: 4, rescues: 0, epoch: 0, reads: 5, writes: 6 },
    { wakeupsSent: 10, callerWakeups: 20, rescues: 1, epoch: 2, reads: 50, writes: 60 },
  ];
  const client = await openOffloop('127.0.0.1:5701');
  expect(client.counters()).toEqual({ wakeups: 37, rescues: 1, restarts: 2, reads: 55, writes: 66 });
});

it('refuses stats that lack a counter, as NaN rescues would look like none', async () => {
  offloop.shards = [{ wakeupsSent: 3, rescues: 0, epoch: 0 }];
  const client = await openOffloop('127.0.0.1:5701');
  expect(() => client.counters()).toThrow(/lacks a counter/);
});
