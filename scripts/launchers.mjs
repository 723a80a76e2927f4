// Who started this script. `npx pnpm@10 demo` is a chain: npx, a shell, pnpm, a shell, the script. npx and pnpm do not
// always pass on the signal that ends them, and what they leave behind gets a new parent without a word.
import { spawnSync } from 'node:child_process';

const RUNNER = /(^|[\s/])(npm|npx|pnpm|pnpx|yarn|corepack)([\s@.]|$)/;
const SHELL = /^\S*sh -c /;
const LOOK_MILLIS = 1_000;

/**
 * The package runners above a process and the shells between them, nearest first. What started those is not among
 * them: with `nohup` a script may outlive the shell that it was typed into.
 *
 * @param {number} pid
 * @param {string} processes what `ps -A -o pid=,ppid=,args=` prints
 * @returns {number[]}
 */
export function launchersOf(pid, processes) {
  const known = new Map();
  for (const line of processes.split('\n')) {
    const [, own, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (own !== undefined) known.set(Number(own), { parent: Number(parent), command });
  }
  const launchers = [];
  const shells = [];
  for (let at = known.get(pid)?.parent; known.has(at); at = known.get(at).parent) {
    const { command } = known.get(at);
    if (SHELL.test(command)) {
      shells.push(at);
    } else if (RUNNER.test(command)) {
      launchers.push(...shells.splice(0), at);
    } else {
      break;
    }
  }
  return launchers;
}

// Looked up while this file is loaded: a launcher may end before the build that comes first is through.
const launchers = launchersOf(process.pid, processList());

/** Whether one of those that started this script has ended. */
export function launcherIsGone() {
  return launchers.some((pid) => !exists(pid));
}

/** Calls `listener` once a launcher has ended, unless the function it returns is called first. */
export function onLauncherGone(listener) {
  const timer = setInterval(() => {
    if (!launcherIsGone()) return;
    clearInterval(timer);
    listener();
  }, LOOK_MILLIS);
  timer.unref();
  return () => clearInterval(timer);
}

function processList() {
  // Windows has no ps, and small containers neither: there a launcher's end is not noticed.
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout ?? '';
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
