import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exitCode, ROOT, scriptArguments, trySetUp, usageOnHelp } from './setup.mjs';
import { closingLine, tally, unfinishedLines } from './tally.mjs';
import { lackingFor } from './test-means.mjs';
import { testPlan } from './test-plan.mjs';

usageOnHelp(`pnpm test [PATH…] [options]: installs, builds, runs every test this machine has the means for, and says what it left out

With paths: the test files whose path contains one of them. Options are vitest's (npx vitest --help).

OFFLOOP_FULL=1             long random tests have all their rounds, as in .ci/run
OFFLOOP_REQUIRE_CLUSTER=1  real servers, or a browser, that are missing are a failure
OFFLOOP_CHROMIUM=PATH      the browser for tests of the demo's page (/usr/bin/chromium)`);

// Set by .ci/run, which installs and builds once for all its suites.
const isSetUp = process.env.OFFLOOP_IS_SET_UP === '1';
if (!isSetUp && (await trySetUp()) !== 0) {
  console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const files = chosenFiles();
const isRequired = process.env.OFFLOOP_REQUIRE_CLUSTER === '1';
const lacking = await lackingFor(new Set(files.map(({ projectName }) => projectName)));

printLacks();
console.log(
  `\n${testPlan(files, {
    isPart: /\S/.test(
      scriptArguments()
        .join(' ')
        .replace(/--project[ =]\S+/g, ''),
    ),
    isFull: process.env.OFFLOOP_FULL === '1',
    without: lacking.map(({ project }) => project),
  })}\n`,
);
const { code, report } = await runVitest();
const counts = tally(report, code);
if (isRequired) counts.failed += lacking.length;
printLacks();
for (const line of unfinishedLines(report)) console.log(line.replace(join(ROOT, '/'), ''));
console.log(closingLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;

/** The test files that the arguments choose; none if vitest does not understand them, which it will say when it is run. */
function chosenFiles() {
  // Not last: `--json` takes a path that follows it for its output, and overwrites it.
  const list = [VITEST, 'list', '--json', '--filesOnly', ...scriptArguments()];
  const { stdout } = spawnSync(process.execPath, list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    return JSON.parse(stdout);
  } catch {
    return [];
  }
}

async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'offloop-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const child = spawn(process.execPath, [VITEST, 'run', ...reporters, ...scriptArguments()], {
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

function printLacks() {
  const rule = '!'.repeat(100);
  const verdict = isRequired ? 'REQUIRED (OFFLOOP_REQUIRE_CLUSTER=1) BUT NOT RUN' : 'SKIPPED';
  for (const { what, why, cure } of lacking) {
    console.log(`\n${rule}\n!! ${verdict}: ${what}.\n!! Why: ${why}.\n!! ${cure}\n${rule}\n`);
  }
}
