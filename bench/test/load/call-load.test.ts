import { expect, test } from 'vitest';
import { Tier } from '../../src/experiment.js';
import { measureCalls, type CallCell } from '../../src/load/call-load.js';
import { latencySamples } from '../../src/load/latency-samples.js';
import { shortRun } from '../support/memory-client.js';

const CLIENT = { counters: () => null };

test('the calls that warm a cell up are made one after another, before the flows begin', async () => {
  let inFlight = 0;
  const most: number[] = [];
  const cell: CallCell<typeof CLIENT> = {
    id: 'warm',
    title: 'a cell that warms up',
    tier: Tier.QUICK,
    concurrency: 4,
    prepare: () =>
      Promise.resolve({
        warmUp: 3,
        call: async () => {
          most.push(++inFlight);
          await new Promise<void>((resolve) => setImmediate(resolve));
          inFlight--;
        },
      }),
  };
  const [result] = await measureCalls(CLIENT, 'test', [cell], shortRun({ cells: ['warm'] }));
  expect(result.cell).toBe('warm');
  expect(most.slice(0, 7)).toEqual([1, 1, 1, 1, 2, 3, 4]);
});

test('latencies are sampled, those of the warm-up forgotten, and every answer is handed on', async () => {
  const latencies = latencySamples();
  const { sample } = latencies;
  await sample(new Promise<void>((resolve) => setTimeout(resolve, 20)));
  const slow = latencies.figures(1)['latencyP50']!;
  expect(slow).toBeGreaterThan(10_000);
  latencies.reset();
  for (let call = 0; call < 8; call++) expect(await sample(Promise.resolve(call))).toBe(call);
  expect(latencies.figures(8)['latencyP50']).toBeLessThan(slow);
});
