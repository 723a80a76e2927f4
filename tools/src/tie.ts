import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

const tied = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of tied) child.kill('SIGKILL');
});

// Reads one line from the parent. A line means the child is gone already; an end without one means that the
// parent is. Terminal signals reach this process too, and it must outlive them to do its work.
const WATCH = 'trap "" INT TERM HUP; read -r word || kill -9 "$1"';

/**
 * Makes `child` end with this process, however this process ends. An exit hook alone would miss SIGKILL, which a test runner sends to a
 * worker that does not stop in time. So a shell waits on a pipe that the kernel closes when this process ends, and kills the child then.
 * Windows has no such shell: there the exit hook is all.
 */
export function tieToParent(child: ChildProcess): void {
  tied.add(child);
  const release = process.platform === 'win32' || child.pid === undefined ? undefined : watch(child.pid);
  child.once('exit', () => {
    tied.delete(child);
    release?.();
  });
}

function watch(pid: number): () => void {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'sh', String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a shell the exit hook still works. A watcher that died first must not fail the release.
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => {
    watcher.stdin.end('gone\n');
  };
}
