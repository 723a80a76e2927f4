import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const PACK = fileURLToPath(new URL('../../../scripts/publication/pack-one.mjs', import.meta.url));
const { version: officialVersion } = createRequire(import.meta.url)('hazelcast-client/package.json') as {
  readonly version: string;
};

/** A project like a user's, with offloop installed from its tarball and the official client from the registry. */
export interface PackedInstall {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Packs offloop as a release does, and installs it beside the official client in a folder of its own. */
export async function installPacked(): Promise<PackedInstall> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-footprint-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { stdout } = await execute(process.execPath, [PACK, 'offloop', folder]);
    const tarball = stdout.trim();
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    const packages = [tarball, `hazelcast-client@${officialVersion}`];
    await execute('npm', ['install', ...flags, ...packages], { cwd: folder });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
