// node bench.mjs [--pairs 5] [--seconds 2]: this client against ioredis, as Markdown tables. Needs a build, redis-server and Linux.
//
// Every cell is measured in fresh processes, one after the other in turns, against one server on the same machine.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { freePort } from '@offloop/tools';

const VALUE = 'x'.repeat(1024);
const KEYS = 1000;
const NOTHING = 'no client';

const CLIENTS = {
  'offloop, threaded': async (port) => openOurs(port, true),
  'offloop, inline': async (port) => openOurs(port, false),
  ioredis: async (port) => openIoredis(port, false),
  'ioredis, auto-pipelining': async (port) => openIoredis(port, true),
  // What calling by the clock costs by itself.
  [NOTHING]: async () => ({ get: async () => VALUE, set: async () => undefined, end: async () => undefined }),
};
const WORKLOADS = [
  { name: 'closed loop, c=1', run: (client, seconds) => closedLoop(client, 1, seconds) },
  { name: 'closed loop, c=64', run: (client, seconds) => closedLoop(client, 64, seconds) },
  { name: 'closed loop, c=256', run: (client, seconds) => closedLoop(client, 256, seconds) },
  { name: '1,000/s', run: (client, seconds) => paced(client, 1000, seconds) },
  { name: '10,000/s', run: (client, seconds) => paced(client, 10_000, seconds) },
];

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    // Of a measuring process.
    client: { type: 'string' },
    workload: { type: 'string' },
    port: { type: 'string' },
  },
});
if (options.client === undefined) await compare();
else await measure();

async function openOurs(port, threaded) {
  const { RedisClient } = await import('@offloop/example-redis');
  const client = new RedisClient({ port, threaded });
  return {
    get: (key) => client.get(key),
    set: (key, value) => client.set(key, value),
    end: () => client.shutdown(),
  };
}

async function openIoredis(port, enableAutoPipelining) {
  const { Redis } = await import('ioredis');
  const client = new Redis({ port, enableAutoPipelining });
  return {
    get: (key) => client.get(key),
    set: (key, value) => client.set(key, value),
    end: () => client.quit(),
  };
}

// --- one process ----------------------------------------------------------------------------------------------------

async function measure() {
  const client = await CLIENTS[options.client](Number(options.port));
  await Promise.all(Array.from({ length: KEYS }, (_, i) => client.set(`key${i}`, VALUE)));
  const { run } = WORKLOADS.find(({ name }) => name === options.workload);
  // Until the engine knows the code.
  await run(client, 1);
  const result = await run(client, Number(options.seconds));
  await client.end();
  console.log(JSON.stringify(result));
}

async function closedLoop(client, concurrency, seconds) {
  const until = performance.now() + seconds * 1000;
  let calls = 0;
  const flow = async () => {
    while (performance.now() < until) {
      check(await client.get(`key${calls++ % KEYS}`));
    }
  };
  const watch = startWatch();
  await Promise.all(Array.from({ length: concurrency }, flow));
  return { calls, ...watch(calls) };
}

/** Calls by the clock, whatever has become of those before; a call's time begins when it is due. */
async function paced(client, rate, seconds) {
  const total = rate * seconds;
  const latencies = [];
  const watch = startWatch();
  const began = performance.now();
  await new Promise((resolve, reject) => {
    let made = 0;
    const call = async (key, dueAt) => {
      check(await client.get(key));
      if (latencies.push(performance.now() - dueAt) === total) resolve();
    };
    const tick = () => {
      for (const due = ((performance.now() - began) * rate) / 1000; made < due && made < total; made++) {
        const dueAt = began + (made * 1000) / rate;
        call(`key${made % KEYS}`, dueAt).catch(reject);
      }
      if (made < total) setTimeout(tick, 1);
    };
    tick();
  });
  const { main, whole } = watch(total);
  latencies.sort((a, b) => a - b);
  return { p50: latencies[total >> 1], p99: latencies[Math.floor(total * 0.99)], main, whole };
}

function check(value) {
  if (value !== VALUE) throw new Error('a wrong value');
}

/** CPU of the main thread and of the whole process, microseconds a call. */
function startWatch() {
  const mainMicros = () =>
    Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  const main = mainMicros();
  const whole = process.cpuUsage();
  const began = performance.now();
  return (calls) => {
    const { user, system } = process.cpuUsage(whole);
    const millis = performance.now() - began;
    return {
      perSecond: (calls * 1000) / millis,
      main: (mainMicros() - main) / calls,
      whole: (user + system) / calls,
    };
  };
}

// --- all of them ----------------------------------------------------------------------------------------------------

async function compare() {
  const port = await freePort();
  const server = spawn('redis-server', ['--port', `${port}`, '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  const results = new Map();
  try {
    for (let pair = 0; pair < Number(options.pairs); pair++) {
      for (const { name } of WORKLOADS) {
        for (const client of clientsOf(name)) {
          const script = fileURLToPath(import.meta.url);
          const args = [
            '--client',
            client,
            '--workload',
            name,
            '--port',
            `${port}`,
            '--seconds',
            options.seconds,
          ];
          const cell = `${name}|${client}`;
          const result = JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
          results.set(cell, [...(results.get(cell) ?? []), result]);
          console.error(`${pair + 1}/${options.pairs} ${cell}`, JSON.stringify(result));
        }
      }
    }
  } finally {
    server.kill();
  }
  const { version } = createRequire(import.meta.url)('ioredis/package.json');
  const redis = spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout.match(/v=(\S+)/)[1];
  const load = loadavg()
    .map((each) => each.toFixed(1))
    .join(', ');
  console.log(
    `Node ${process.versions.node}, ioredis ${version}, Redis ${redis}, ${cpus().length} CPUs (${cpus()[0].model.trim()}), ` +
      `load ${load}; ${options.pairs} rounds of ${options.seconds} s.\n`,
  );
  table(results, WORKLOADS.slice(0, 3), {
    perSecond: 'calls/s',
    main: 'main thread, µs/call',
    whole: 'process, µs/call',
  });
  table(results, WORKLOADS.slice(3), {
    p50: 'p50, ms',
    p99: 'p99, ms',
    main: 'main thread, µs/call',
    whole: 'process, µs/call',
  });
}

function clientsOf(workload) {
  return Object.keys(CLIENTS).filter((client) => client !== NOTHING || workload.endsWith('/s'));
}

function table(results, workloads, columns) {
  const heads = Object.values(columns);
  console.log(
    `| workload | client | ${heads.join(' | ')} |\n| --- | --- | ${heads.map(() => '---:').join(' | ')} |`,
  );
  for (const { name } of workloads) {
    for (const client of clientsOf(name)) {
      const cells = Object.keys(columns).map((column) => cellOf(results, name, client, column));
      console.log(`| ${name} | ${client} | ${cells.join(' | ')} |`);
    }
  }
  console.log();
}

/** Median and spread, and the same of the ratios to ioredis in the same round. `▼`: in every round worse. */
function cellOf(results, workload, client, column) {
  const own = results.get(`${workload}|${client}`).map((result) => result[column]);
  const text = `${short(median(own))} [${short(Math.min(...own))}, ${short(Math.max(...own))}]`;
  if (client === 'ioredis' || client === NOTHING) return text;
  const theirs = results.get(`${workload}|ioredis`).map((result) => result[column]);
  const ratios = own.map((value, i) => value / theirs[i]);
  const isWorse = column === 'perSecond' ? (ratio) => ratio < 1 : (ratio) => ratio > 1;
  return `${text}, ${short(median(ratios))}×${ratios.every(isWorse) ? ' ▼' : ''}`;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function short(value) {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : Number(value.toPrecision(3)).toString();
}
