import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Resolves to the path of a Node.js binary.
 *
 * @param version e.g. `24`, fetched by npx if npm's cache has none; null for the one that runs this
 */
export async function findNode(version: string | null): Promise<string> {
  if (version === null) return process.execPath;
  const { stdout } = await execute('npx', ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], {
    // pnpm's own settings reach npm through the environment, and npm complains about each
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  const path = stdout.trim().split('\n').at(-1) ?? '';
  if (path === '') throw new Error(`npx found no node@${version}`);
  return path;
}

/** Resolves to the full version of a Node.js binary, e.g. `24.1.0`. */
export async function nodeVersion(binary: string): Promise<string> {
  const { stdout } = await execute(binary, ['-p', 'process.versions.node']);
  return stdout.trim();
}
