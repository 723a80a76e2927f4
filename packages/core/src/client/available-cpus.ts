import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** CPUs this process may use: what the scheduler allows, or less where a container's quota (cgroup v2) says so. */
export function availableCpus(): number {
  const scheduled = availableParallelism();
  let text: string;
  try {
    text = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8');
  } catch {
    return scheduled;
  }
  const [quota, period] = text.trim().split(' ').map(Number);
  return quota !== undefined && period !== undefined && quota > 0
    ? Math.min(scheduled, quota / period)
    : scheduled;
}
