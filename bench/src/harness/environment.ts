import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { otherWork } from '@offloop/tools/measure';

const execute = promisify(execFile);

/** The data of the machine that a reader must know before believing a figure. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly java: string | null;
  /** Commit of this working copy, with `+` if it was changed since; null outside git. */
  readonly commit: string | null;
  /** Number of CPUs that had other work in the two seconds before the first process. */
  readonly busyBefore: number;
}

/** A machine, and what was measured on it. */
export interface Environment extends Machine {
  /** Versions, by package. */
  readonly clients: Readonly<Record<string, string>>;
}

/** What is measured where an experiment names no packages. */
const COMPARED = ['hazelcast-client', 'offloop'];

/** Share of the CPUs at work before the start above which a run is a look, not a claim. */
const BUSY_SHARE = 0.1;
const LOOK_MILLIS = 2000;

export function isBusy({ busyBefore, cores }: Machine): boolean {
  return busyBefore > BUSY_SHARE * cores;
}

export async function describeMachine(): Promise<Machine> {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    java: await javaVersion(),
    commit: await commit(),
    busyBefore: Math.round((await otherWork(LOOK_MILLIS)) * 100) / 100,
  };
}

/** Returns the versions of the packages that an experiment compares. */
export function versionsOf(packages: readonly string[] = COMPARED): Readonly<Record<string, string>> {
  return Object.fromEntries(packages.map((name) => [name, packageVersion(name)]));
}

async function javaVersion(): Promise<string | null> {
  try {
    // it prints to stderr
    const { stderr } = await execute('java', ['-version']);
    return /version "([^"]+)"/.exec(stderr)?.[1] ?? null;
  } catch {
    return null;
  }
}

async function commit(): Promise<string | null> {
  const cwd = dirname(fileURLToPath(import.meta.url));
  try {
    const { stdout: hash } = await execute('git', ['rev-parse', '--short', 'HEAD'], { cwd });
    const { stdout: changes } = await execute('git', ['status', '--porcelain', '--untracked-files=no'], {
      cwd,
    });
    return hash.trim() + (changes.trim() === '' ? '' : '+');
  } catch {
    return null;
  }
}

/** Returns a package's version. It walks up from the entry point, as a package need not export its package.json. */
function packageVersion(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.resolve(name)));
  for (; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (manifest.name === name) return manifest.version ?? 'unknown';
  }
  return 'unknown';
}
