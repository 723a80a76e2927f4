import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exitCode, ROOT, scriptArguments, trySetUp, usageOnHelp } from './setup.mjs';
import { closingLine, tally } from './tally.mjs';

usageOnHelp(`pnpm test [PATH…] [options]: installs, builds, runs every test this machine has the means for, and says what it left out

With paths: the test files whose path contains one of them. Options are vitest's (npx vitest --help).

OFFLOOP_REQUIRE_CLUSTER=1  real servers that are missing are a failure
OFFLOOP_CHROMIUM=PATH      the browser for tests of the demo's page (/usr/bin/chromium)`);

if ((await trySetUp()) !== 0) {
  console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}
const { ensureHazelcastJar, HAZELCAST_VERSION } = await import('../tools/dist/index.js');

console.error(`Looking for Java and Hazelcast ${HAZELCAST_VERSION}…`);
const cluster = await ensureHazelcastJar();
const serversRequired = process.env.OFFLOOP_REQUIRE_CLUSTER === '1';
const lacking = [];
if (!cluster.available) {
  lacking.push({
    project: 'cluster',
    what: `the tests against real Hazelcast ${HAZELCAST_VERSION} members`,
    why: cluster.reason,
    cure: 'Install Java 17 or later and Maven, then run this again.',
    required: serversRequired,
  });
}
if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
  lacking.push({
    project: 'redis',
    what: 'the tests of the example client against a real Redis server',
    why: 'there is no redis-server on the PATH',
    cure: 'Install it (Debian, Ubuntu: redis-server), then run this again.',
    required: serversRequired,
  });
}
// Where the browser tests look for it.
const chromium = process.env.OFFLOOP_CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(chromium)) {
  lacking.push({
    project: 'browser',
    what: 'the tests of the demo page in a browser',
    why: `there is no ${chromium}`,
    cure: 'Install Chromium, or name one in OFFLOOP_CHROMIUM, then run this again.',
    required: false,
  });
}

printBanner();
const { code, report } = await runVitest();
const counts = tally(report, code);
counts.failed += lacking.filter(({ required }) => required).length;
printBanner();
console.log(closingLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;

async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'offloop-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...scriptArguments()], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, OFFLOOP_SKIP_PROJECTS: lacking.map(({ project }) => project).join(',') },
  });
  try {
    return { code: await exitCode(child), report: read(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The report, or undefined if vitest ended before it wrote one. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function printBanner() {
  const rule = '!'.repeat(100);
  for (const { what, why, cure, required } of lacking) {
    const verdict = required ? 'REQUIRED (OFFLOOP_REQUIRE_CLUSTER=1) BUT NOT RUN' : 'SKIPPED';
    console.log(`\n${rule}\n!! ${verdict}: ${what}.\n!! Why: ${why}.\n!! ${cure}\n${rule}\n`);
  }
}
