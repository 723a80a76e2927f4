import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startMember, type Member } from '@offloop/member';
import { expect, onTestFinished, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

async function startServer(member: Member): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ['server.mjs', member.address, '0'], {
    cwd: FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  return { server, url };
}

/** Resolves to the samples of the client's own metrics, by name and labels. */
async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`);
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('offloop_'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('a scrape has the figures of the client, and readiness follows its connection', async () => {
  const member = await startMember({ log: () => undefined });
  onTestFinished(() => member.stop());
  const { server, url } = await startServer(member);
  expect((await fetch(`${url}/ready`)).status).toBe(200);

  const before = await scrape(url);
  expect(before.get('offloop_connected{client="shop"}')).toBe(1);
  expect(before.get('offloop_members{client="shop"}')).toBe(1);
  expect(before.get('offloop_connections{client="shop"}')).toBe(1);
  expect(before.get('offloop_lost_wakeups_total{client="shop"}')).toBe(0);
  expect([...before.values()].every(Number.isFinite)).toBe(true);
  for (let i = 0; i < 5; i++) {
    expect(await (await fetch(`${url}/tea`)).text()).toBe('null');
  }
  const after = await scrape(url);
  const more = (metric: string): number => after.get(metric)! - (before.get(metric) ?? 0);
  expect(more('offloop_calls_total{client="shop"}')).toBe(5);
  expect(more('offloop_sent_bytes_total{client="shop"}')).toBeGreaterThan(5 * 'views'.length);
  const durations = 'structure="map",operation="get",outcome="ok"';
  expect(more(`offloop_call_duration_seconds_count{${durations}}`)).toBe(5);

  await member.stop();
  const whenNotReady = async (): Promise<{ readonly lastError: string }> => {
    const response = await fetch(`${url}/ready`);
    const health = (await response.json()) as { readonly lastError: string };
    return response.status === 503 ? health : whenNotReady();
  };
  expect((await whenNotReady()).lastError).toMatch(/\w/);
  expect((await scrape(url)).get('offloop_connected{client="shop"}')).toBe(0);

  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});
