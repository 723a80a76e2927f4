import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What a reader must know of the machine before believing a figure. */
export interface Environment {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly java: string | null;
  /** Commit of this working copy, with `+` when it was changed since; `null` outside git. */
  readonly commit: string | null;
  readonly clients: Readonly<Record<string, string>>;
  /** One-minute load average before the first process: much above 0 means that the machine had other work. */
  readonly loadBefore: number;
}

/** A load average above this share of the cores before the start is somebody else's work. */
const BUSY_LOAD = 0.25;

export function isBusy({ loadBefore, cores }: Environment): boolean {
  return loadBefore > BUSY_LOAD * cores;
}

export async function describeEnvironment(): Promise<Environment> {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    java: await javaVersion(),
    commit: await commit(),
    clients: { 'hazelcast-client': packageVersion('hazelcast-client'), offloop: packageVersion('offloop') },
    loadBefore: Math.round(loadavg()[0] * 100) / 100,
  };
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

/** Walks up from the entry point, as a package need not export its package.json. */
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
