import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const PACK = fileURLToPath(new URL('../../../scripts/publication/pack-one.mjs', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const QUIET = ['--prefer-offline', '--loglevel=error'];

/** A project like a user's, with one of our packages as it is released, and the one from the registry that it replaces. */
export interface PackedInstall {
  readonly folder: string;
  /** Sizes of the tarballs in kB, by package. */
  readonly packedKb: Readonly<Record<string, number>>;
  readonly remove: () => Promise<void>;
}

/**
 * Packs one of our packages as a release does, and installs it beside another in a folder of its own.
 *
 * @param theirs a dependency of the bench, whose version is taken
 */
export async function installPacked(ours: string, theirs: string): Promise<PackedInstall> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-footprint-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const tarballs = [await packed(ours, folder), await fetched(`${theirs}@${dependencies[theirs]}`, folder)];
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await execute('npm', ['install', ...QUIET, '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
    const [oursKb, theirsKb] = tarballs.map((tarball) => statSync(tarball).size / 1000);
    return { folder, packedKb: { [ours]: oursKb, [theirs]: theirsKb }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function packed(name: string, folder: string): Promise<string> {
  const { stdout } = await execute(process.execPath, [PACK, name, folder]);
  return stdout.trim();
}

/** Fetches a tarball from the registry. */
async function fetched(wanted: string, folder: string): Promise<string> {
  const { stdout } = await execute('npm', ['pack', ...QUIET, wanted], { cwd: folder });
  return join(folder, stdout.trim());
}
