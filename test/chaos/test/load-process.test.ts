import { expect, onTestFinished, test } from 'vitest';
import { LoadProcess } from '../src/load/load-process.js';

const SCRIPT = new URL('./stuck-load.mjs', import.meta.url);

function start(seed: number, stuckAfterMillis: number): LoadProcess {
  const load = new LoadProcess(
    { client: 'offloop', addresses: [], seed, acks: false, workers: 1, nearCache: false },
    SCRIPT,
    stuckAfterMillis,
  );
  onTestFinished(() => load.kill());
  return load;
}

test('a load whose loop turns no more is given up, and the reason says so', async () => {
  const load = start(1, 300);
  await expect(load.failed).rejects.toThrow(/stuck: its loop had not turned for \d+ s/);
});

test('a load that ends before its report is told from one that reports', async () => {
  const load = start(2, 600_000);
  await load.ready;
  void load.stop();
  await expect(load.failed).rejects.toThrow(/ended with 3 before its report/);
});
