// Everything a script of this project needs before its own work: dependencies and a build. Uses nothing but Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { launcherIsGone, onLauncherGone } from './launchers.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs what the lockfile says (where that is done already, pnpm notices in about a second) and builds.
 * Quiet, but for one line a step; a step that fails prints all it had to say.
 *
 * @returns {Promise<number>} the exit code of the step that failed, or 0
 */
export async function trySetUp() {
  const frozen = existsSync(join(ROOT, 'pnpm-lock.yaml')) ? ['--frozen-lockfile'] : [];
  const installed = await step('Installing dependencies', ['install', '--prefer-offline', ...frozen]);
  return installed === 0 ? step('Building', ['build']) : installed;
}

/** Installs and builds; a step that fails ends this process with its exit code. */
export async function setUp() {
  const code = await trySetUp();
  if (code !== 0) process.exit(code);
}

/**
 * Runs a program of this project in the foreground; resolves with its exit code. It does not outlive this
 * process, nor does this process outlive the one that started it.
 */
export async function runNode(program, args) {
  if (launcherIsGone()) return 1;
  // Not imported above: it is there after the build only.
  const { tieToParent } = await import('../tools/dist/index.js');
  const child = spawn(process.execPath, [join(ROOT, program), ...args], { cwd: ROOT, stdio: 'inherit' });
  tieToParent(child);
  // Ctrl-C and a closed terminal reach the child too, but such a signal may also be meant for this process alone.
  const stop = () => child.kill('SIGTERM');
  process.on('SIGINT', stop).on('SIGHUP', stop);
  const forget = onLauncherGone(stop);
  try {
    return await exitCode(child);
  } finally {
    process.off('SIGINT', stop).off('SIGHUP', stop);
    forget();
  }
}

/** This script's arguments. pnpm hands on the `--` of `pnpm demo -- --cluster …`; npm does not. */
export function scriptArguments() {
  const args = process.argv.slice(2);
  return args[0] === '--' ? args.slice(1) : args;
}

/** For scripts that hand their arguments on: `--help` prints the usage, and ends this process before anything is installed. */
export function usageOnHelp(usage) {
  if (!scriptArguments().includes('--help')) return;
  console.log(usage);
  process.exit(0);
}

/** This script's options, as `parseArgs` reads them. `--help` prints the usage; what it does not name ends this process with 2. */
export function scriptOptions(usage, options) {
  const help = { type: 'boolean', default: false };
  let values;
  try {
    ({ values } = parseArgs({ args: scriptArguments(), options: { ...options, help } }));
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  return values;
}

/** Resolves when the child has exited. Ctrl-C reaches the child too: it decides when we end. */
export function exitCode(child) {
  const stay = () => {};
  const forward = () => child.kill('SIGTERM');
  process.on('SIGINT', stay).on('SIGTERM', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', stay).off('SIGTERM', forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

async function step(title, args) {
  console.error(`${title}…`);
  const [command, ...before] = pnpmCommand();
  const child = spawn(command, [...before, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  const keep = (text) => (output += text);
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const code = await exitCode(child);
  if (code !== 0) console.error(`${output}\n${title} failed: pnpm ${args.join(' ')} exited with ${code}`);
  return code;
}

/** The pnpm that runs us, else the one on the PATH, else the one npm fetches. */
export function pnpmCommand() {
  const runner = process.env.npm_execpath;
  if (runner !== undefined && /pnpm\.[cm]?js$/.test(runner)) return [process.execPath, runner];
  const onPath = spawnSync('pnpm', ['--version'], { shell: process.platform === 'win32', stdio: 'ignore' });
  return onPath.status === 0 ? ['pnpm'] : ['npx', '--yes', '--package=pnpm@10', '--', 'pnpm'];
}
