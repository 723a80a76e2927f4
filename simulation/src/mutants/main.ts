import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutation } from './mutation.js';
import { MUTATIONS } from './mutations.js';
import { tableOf, type Finding } from './table.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Lives that each mutation has to survive. */
const SEEDS = 3000;
/** Lives of the copy before anything is planted. */
const LIVES_BEFORE = 10;
/** Milliseconds, for a busy machine. One that hangs is found, too. */
const LIMIT = 3_600_000;

/** Folders, and the names under which they import each other. */
const PACKAGES: Readonly<Record<string, string>> = {
  'packages/runtime': '@offloop/runtime',
  'packages/wire': '@offloop/wire',
  'packages/contract': '@offloop/contract',
  'packages/values': '@offloop/values',
  'packages/workers': '@offloop/workers',
  'packages/core': 'offloop',
  simulation: '@offloop/simulation',
  tools: '@offloop/tools',
};

/** A copy of what is built, to be changed. */
function copyOfBuild(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'offloop-mutants-')));
  for (const [path, name] of Object.entries(PACKAGES)) {
    const to = join(folder, 'node_modules', name);
    cpSync(join(ROOT, path, 'dist'), join(to, 'dist'), { recursive: true });
    cpSync(join(ROOT, path, 'package.json'), join(to, 'package.json'));
    for (const other of othersOf(path)) {
      const link = join(folder, 'node_modules', other);
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(join(ROOT, path, 'node_modules', other), link);
    }
  }
  return folder;
}

/** The packages of others that a package of ours depends on. */
function othersOf(path: string): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(manifest.dependencies ?? {}).filter((name) => !Object.values(PACKAGES).includes(name));
}

function tryMutation(folder: string, mutation: Mutation): Finding {
  const [room, ...rest] = mutation.file.split('/');
  const path = join(folder, 'node_modules', PACKAGES[`packages/${room}`], ...rest);
  const source = readFileSync(path, 'utf8');
  if (source.split(mutation.from).length !== 2)
    throw new Error(
      `'${mutation.name}' does not fit any more: ${mutation.file} has not one '${mutation.from}'`,
    );
  writeFileSync(
    path,
    source.replace(mutation.from, () => mutation.to),
  );
  try {
    return judge(mutation, live(folder, SEEDS));
  } finally {
    writeFileSync(path, source);
  }
}

function live(folder: string, lives: number): SpawnSyncReturns<string> {
  const main = join(folder, 'node_modules', '@offloop', 'simulation', 'dist', 'main.js');
  return spawnSync(process.execPath, ['--max-semi-space-size=32', main, '--seeds', String(lives)], {
    encoding: 'utf8',
    timeout: LIMIT,
  });
}

function judge(mutation: Mutation, { status, stdout, stderr, error }: SpawnSyncReturns<string>): Finding {
  if (status === 0) return { mutation, seed: undefined, oracle: undefined, message: stdout };
  const found = /VIOLATION of "(.*)" by seed (\d+): (.*)/.exec(stdout);
  if (found !== null) return { mutation, seed: Number(found[2]), oracle: found[1], message: found[3] };
  const reason = error === undefined ? stderr.trim().split('\n').at(-1) : error.message;
  return { mutation, seed: undefined, oracle: 'the process ends', message: reason ?? '' };
}

/** Returns the exit code: 1 if a mistake was not found. */
function tryAll(mutations: readonly Mutation[]): number {
  const folder = copyOfBuild();
  const findings: Finding[] = [];
  try {
    // A copy that cannot run at all would seem to find everything.
    const { status, stdout, stderr } = live(folder, LIVES_BEFORE);
    if (status !== 0) throw new Error(`Without a mistake: ${stdout}${stderr}`);
    for (const mutation of mutations) {
      const finding = tryMutation(folder, mutation);
      findings.push(finding);
      const { seed, oracle, message } = finding;
      const verdict = oracle === undefined ? 'NOT FOUND' : `seed ${seed ?? '-'}, "${oracle}"`;
      console.log(`${mutation.area}: ${mutation.name}: ${verdict}: ${message.slice(0, 200).trim()}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const survivors = findings.filter(({ oracle }) => oracle === undefined);
  console.log(`\n${tableOf(findings)}\n`);
  console.log(`${findings.length - survivors.length} of ${findings.length} mutations found`);
  return survivors.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
/** An area, or a part of a name; undefined: all. */
const wanted = args.find((arg) => arg !== '--list');
const chosen = MUTATIONS.filter(
  ({ area, name }) => wanted === undefined || area === wanted || name.includes(wanted),
);
if (args.includes('--list')) for (const { area, name } of chosen) console.log(`${area}: ${name}`);
else process.exitCode = tryAll(chosen);
