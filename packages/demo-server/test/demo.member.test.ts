import { startMember, type Member } from '@offloop/member';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { approachesFor, targetOf, Workload } from '../src/approaches/approaches.js';
import { DEFAULT_CATALOGUE, makeProduct } from '../src/catalogue/catalogue.js';
import type { LiveEvent, RunState } from '../src/figures/live-events.js';
import { joinQuote } from '../src/quote/join-quote.js';
import { priceProduct } from '../src/quote/price-product.js';
import { runDemo, startDemoProcess, type DemoProcess } from './support/demo-process.js';
import { EventReader } from './support/events.js';

const SMALL_CATALOGUE = { ...DEFAULT_CATALOGUE, documents: 12, leastBytes: 1_000, mostBytes: 20_000 };

let member: Member;
let demo: DemoProcess;
let url: string;
beforeAll(async () => {
  member = await startMember();
  demo = await startDemoProcess(['--cluster', member.address]);
  ({ url } = demo);
});
afterAll(async () => {
  await demo.stop();
  await member.stop();
});

async function ask(path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, init);
  return { status: response.status, text: await response.text() };
}

describe('the work', () => {
  const items = [
    { id: 3, quantity: 1 },
    { id: 12, quantity: 30 },
    { id: 3, quantity: 4 },
  ];
  const expected = JSON.stringify(
    joinQuote(items.map(({ id, quantity }) => priceProduct(makeProduct(SMALL_CATALOGUE, id), quantity))),
  );

  test.each(approachesFor(Workload.QUOTE).map((each) => [each.id, each] as const))(
    '%s makes the one right quote, the same product twice in it',
    async (_id, approach) => {
      const target = targetOf(approach, Workload.QUOTE, { items: '3,12:30,3:4' });
      expect(await ask(target)).toEqual({ status: 200, text: expected });
    },
  );

  test.each(approachesFor(Workload.FIB).map((each) => [each.id, each] as const))(
    '%s finds the Fibonacci number',
    async (_id, approach) => {
      const { text } = await ask(targetOf(approach, Workload.FIB, { n: '12' }));
      expect(text).toBe('{"n":12,"fib":144}');
    },
  );

  test.each([
    ['/nobody/quote?items=1', 404, '/workers/quote'],
    ['/official/fib?n=3', 404, '/workers/fib'],
    ['/sync/quote', 400, 'items: 1 to 120'],
    ['/sync/quote?items=13', 400, 'numbers 1 to 12'],
    ['/sync/quote?items=1&items=2', 400, 'items: 1 to 120'],
    ['/sync/quote?items=1&slicer=setImmediate', 400, 'compute: whole, loop, pool; default whole'],
    ['/timeslice/quote?items=1&slicer=soon', 400, 'setImmediate, nextTick, setTimeout'],
    ['/sync/quote?items=1&compute=transform', 400, 'compute: whole, loop, pool; default whole'],
    ['/workers/quote?items=1&compute=slow', 400, 'pool, transform; default transform'],
    ['/sync/fib?n=33', 400, 'from 0 to 32'],
    ['/timeslice/fib?n=21', 400, 'from 0 to 20'],
    ['/sync/fib?n=-1', 400, 'from 0 to 32'],
    ['/sync/fib?n=1.5', 400, 'from 0 to 32'],
    ['/sync/fib?n=ten', 400, 'from 0 to 32'],
    ['/sync/fib?n=3&m=4', 400, 'n: a whole number'],
    ['/sync/fib', 400, 'from 0 to 32'],
  ])('%s is %i and says what is accepted', async (path, status, accepted) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    const { error } = JSON.parse(answer.text) as { error: { accepted: unknown } };
    expect(JSON.stringify(error.accepted)).toContain(accepted);
  });
});

describe('the key-value store', () => {
  const put = (key: string, body: string): Promise<{ status: number; text: string }> =>
    ask(`/kv/${key}`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });

  test.each(['{"a":[1,"x",null]}', 'null', '"ü"', '0', '[1,"mixed"]'])('keeps %s', async (value) => {
    expect((await put('a%20key', value)).status).toBe(204);
    expect(await ask('/kv/a%20key')).toEqual({ status: 200, text: value });
    expect((await ask('/kv/a%20key', { method: 'DELETE' })).status).toBe(204);
    expect((await ask('/kv/a%20key')).status).toBe(404);
  });

  test('refuses values and keys beyond its limits', async () => {
    expect((await put('big', JSON.stringify('x'.repeat(70_000)))).status).toBe(413);
    expect((await put('x'.repeat(201), '1')).status).toBe(400);
  });
});

test('an upload cut in the middle is a line for who debugs, and no failure', async () => {
  const { port, hostname } = new URL(url);
  const load = async (): Promise<{ answered: number; failed: number }> =>
    (JSON.parse((await ask('/stats')).text) as { load: { answered: number; failed: number } }).load;
  const before = await load();
  const printed = demo.output().length;
  const socket = createConnection(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('PUT /kv/cut HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 1000\r\n\r\n"half of it');
  await vi.waitFor(
    async () => expect(JSON.parse((await ask('/stats')).text)).toMatchObject({ load: { inFlight: 1 } }),
    { timeout: 20_000 },
  );
  socket.resetAndDestroy();
  await vi.waitFor(async () => expect((await load()).answered).toBe(before.answered + 1), {
    timeout: 20_000,
  });
  expect((await load()).failed).toBe(before.failed);
  const lines = demo.output().slice(printed).trim().split('\n');
  expect(lines).toEqual([expect.stringMatching(/OFFLOOP-DEMO .*PUT \/kv\/cut: aborted/)]);
});

test('the server says how it is', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect(await ask('/ping')).toEqual({ status: 200, text: '"pong"' });
  const { client } = JSON.parse((await ask('/stats')).text) as { client: { shards: { rescues: number }[] } };
  expect(client.shards[0].rescues).toBe(0);
});

test('the page and its parts are served, and nothing else is', async () => {
  const page = await fetch(`${url}/`);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  const parts = [...html.matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map(([, path]) => path);
  expect(parts.length).toBeGreaterThan(2);
  for (const path of parts) expect((await ask(path)).status).toBe(200);
  for (const path of ['/page/../package.json', '/page/..%2fpackage.json', '/page/main.d.ts', '/page/']) {
    expect((await ask(path)).status).toBe(404);
  }
});

test('10,000 connections opened and dropped leave it serving', async () => {
  const { port, hostname } = new URL(url);
  for (let batch = 0; batch < 50; batch++) {
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        return new Promise<void>((resolve, reject) => {
          const socket = createConnection(Number(port), hostname);
          socket.once('error', reject);
          socket.once('close', () => resolve());
          socket.once('connect', () => {
            // Some leave without a word, some in the middle of one.
            if (index % 2 === 0) socket.write('GET /sync/quote?items=1 HT');
            socket.resetAndDestroy();
          });
        });
      }),
    );
  }
  expect((await ask('/sync/quote?items=1')).status).toBe(200);
});

/** The page's stream of events, until the test has ended. */
async function watch(): Promise<EventReader> {
  const events = await EventReader.open(url);
  onTestFinished(() => events.close());
  return events;
}

/** Processes of this demo that serve an approach; on Linux. */
function approachProcesses(id: string): number[] {
  const { pid = 0 } = demo.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => {
    const command = readFileSync(`/proc/${child}/cmdline`, 'utf8');
    return command.includes('approach-process') && command.includes(`"id":"${id}"`);
  });
}

describe('runs', () => {
  const order = (body: object, origin = url): Promise<{ status: number; text: string }> =>
    ask('/runs', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin },
    });
  const short = { workload: 'quote', approaches: ['workers'], connections: 4, seconds: 1 };

  const ended = (event: LiveEvent): event is Extract<LiveEvent, { type: 'run' }> =>
    event.type === 'run' && ['done', 'stopped', 'failed'].includes(event.state.phase);

  /** The state in which the run of an approach ends. */
  const endOf = async (events: EventReader, approach: string): Promise<RunState> => {
    const isIt = (event: LiveEvent): event is Extract<LiveEvent, { type: 'run' }> =>
      ended(event) && event.state.approach === approach;
    return (await events.first(isIt)).state;
  };

  test('are refused to other origins and to those who name none', async () => {
    expect((await order(short, 'http://evil.example')).status).toBe(403);
    const { status } = await ask('/runs', { method: 'DELETE' });
    expect(status).toBe(403);
  });

  test('are refused beyond the limits, with the limits', async () => {
    const { status, text } = await order({ ...short, seconds: 31 });
    expect(status).toBe(400);
    expect(text).toContain('seconds: 1 to 30');
  });

  test('go one at a time, are told to whoever looks on, and get right answers only', async () => {
    const events = await watch();
    await events.first((event): event is LiveEvent => event.type === 'snapshot');
    expect((await order(short)).status).toBe(202);
    const second = await order(short);
    expect(second.status).toBe(409);
    const state = await endOf(events, 'workers');
    expect(state.phase).toBe('done');
    expect(state.outcome?.load).toMatchObject({ wrong: 0, errors: 0, pingErrors: 0 });
    expect(state.outcome?.load.answered).toBeGreaterThan(0);
    expect(state.outcome?.server.rescues).toBe(0);
    const types = new Set(events.seen.map(({ type }) => type));
    expect(types).toEqual(new Set(['snapshot', 'run', 'turn']));
  });

  test('take turns: after each round all have as many', async () => {
    const events = await watch();
    expect((await order({ ...short, approaches: ['sync', 'workers'], seconds: 2 })).status).toBe(202);
    await endOf(events, 'workers');
    const turns = events.seen.flatMap((event) => (event.type === 'turn' ? [event.outcome.approach] : []));
    expect(turns).toEqual(['sync', 'workers', 'sync', 'workers']);
  });

  test('end early when told to, all of them', async () => {
    const events = await watch();
    expect((await order({ ...short, approaches: ['sync', 'workers'], seconds: 30 })).status).toBe(202);
    await events.first((event): event is LiveEvent => event.type === 'turn');
    expect((await ask('/runs', { method: 'DELETE', headers: { origin: url } })).status).toBe(204);
    for (const approach of ['sync', 'workers'])
      expect(await endOf(events, approach)).toMatchObject({ phase: 'stopped' });
  });

  test.runIf(process.platform === 'linux')(
    'go on without an approach whose process has died, and say so',
    async () => {
      const events = await watch();
      expect((await order({ ...short, approaches: ['sync', 'workers'], seconds: 2 })).status).toBe(202);
      await events.first(
        (event): event is LiveEvent => event.type === 'turn' && event.outcome.approach === 'workers',
      );
      const [pid] = approachProcesses('sync');
      process.kill(pid, 'SIGKILL');
      expect(await endOf(events, 'sync')).toMatchObject({ phase: 'failed' });
      expect(await endOf(events, 'workers')).toMatchObject({ phase: 'done' });
    },
  );
});

describe('the command', () => {
  test('stops at the first signal, letting a request under way finish', async () => {
    const own = await startDemoProcess(['--cluster', member.address]);
    const answer = fetch(`${own.url}/timeslice/fib?n=18&slicer=setTimeout`);
    await new Promise<void>((resolve) => {
      const look = async (): Promise<void> => {
        const { load } = (await (await fetch(`${own.url}/stats`)).json()) as { load: { inFlight: number } };
        if (load.inFlight > 0) resolve();
        else void look();
      };
      void look();
    });
    const code = own.stop('SIGINT');
    expect(await (await answer).json()).toEqual({ n: 18, fib: 2_584 });
    expect(await code).toBe(0);
  });

  test('says what is wrong and ends with 1 when it cannot start', async () => {
    const { port } = new URL(url);
    const taken = await runDemo(['--port', port, '--cluster', member.address, '--documents', '12']);
    expect(taken.code).toBe(1);
    expect(taken.output).toContain(`Port ${port} of 127.0.0.1 is taken`);
  });

  test('ends with 2 for arguments it does not know, and lists those it does', async () => {
    const { code, output } = await runDemo(['--prot', '1']);
    expect(code).toBe(2);
    expect(output).toContain('--cluster HOST:PORT');
  });
});
