import { startMember } from '@offloop/member';
import { expect, onTestFinished, test } from 'vitest';

import { start } from './support/programs.js';

const CALLERS = 16;
/** Time for which the program goes on answering, in ms. The callers look at `/ready` all the time. */
const DRAIN_MILLIS = 3_000;

test('SIGTERM under load: not one request fails, and the process ends by itself', async () => {
  const member = await startMember({ log: () => undefined });
  onTestFinished(() => member.stop());
  const server = start('src/kubernetes.mjs', member.address, {
    PORT: '0',
    DRAIN_MILLIS: String(DRAIN_MILLIS),
  });
  const [port] = await server.prints(/listening on (\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const ready = (): Promise<Response> => fetch(`${url}/ready`);
  const isReady = async (): Promise<boolean> => (await ready()).status === 200;
  expect((await fetch(`${url}/live`)).status).toBe(200);
  expect(await isReady()).toBe(true);

  // As a load balancer does: sends to it as long as it says that it is ready.
  const counts: number[] = [];
  const sentAfterSignal: number[] = [];
  const sending = new AbortController();
  const call = async (): Promise<void> => {
    while (!sending.signal.aborted) {
      const wasKilled = server.child.killed;
      const response = await fetch(`${url}/visits`);
      expect(response.status).toBe(200);
      const count = Number(await response.text());
      counts.push(count);
      if (wasKilled) sentAfterSignal.push(count);
    }
  };
  const calls = Array.from({ length: CALLERS }, call);
  while (counts.length < 200) await isReady();
  server.child.kill('SIGTERM');
  // Waits until the signal was noticed, and at least one call was sent after it.
  while ((await isReady()) || sentAfterSignal.length === 0);
  sending.abort();
  expect((await ready()).headers.get('connection')).toBe('close');

  // Rejects if one of them was refused, cut or answered with an error.
  await Promise.all(calls);
  expect(await server.ended).toBe(0);
  // Each was counted, once.
  expect(counts.toSorted((a, b) => a - b)).toEqual(counts.map((_, index) => index + 1));
  expect(server.output.text).not.toMatch(/WARN|ERROR/);
});

test('without a connection the server is alive, and not ready', async () => {
  const member = await startMember({ log: () => undefined });
  const server = start('src/kubernetes.mjs', member.address, { PORT: '0', DRAIN_MILLIS: '0' });
  const [port] = await server.prints(/listening on (\d+)/);
  await member.stop();
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  while ((await statusOf('/ready')) === 200);
  expect(await statusOf('/ready')).toBe(503);
  expect(await statusOf('/live')).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
