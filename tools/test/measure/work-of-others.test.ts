import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { lookAtProcesses, WorkOfOthers, type WorkSeen } from '../../src/measure/work-of-others.js';

const seen = (busy: number, all: number, own: number | null): WorkSeen => ({
  machine: { cpus: 2, busy, all },
  own,
});

/** What is taken after each look but the first. */
function taken(...looks: readonly WorkSeen[]): (number | undefined)[] {
  const left = [...looks];
  const others = new WorkOfOthers(() => left.shift() ?? seen(0, 0, 0));
  return looks.slice(1).map(() => others.take());
}

describe('work of others', () => {
  test('is what the machine did without ours, since the last time', () => {
    expect(taken(seen(500, 1_000, 90), seen(700, 1_400, 90), seen(1_000, 1_800, 290))).toEqual([1, 0.5]);
  });

  test('is never below nothing, for all that the steps of the clock may say', () => {
    expect(taken(seen(0, 0, 0), seen(190, 400, 200))).toEqual([0]);
  });

  test('is unknown where the system does not tell, and when no time has passed', () => {
    expect(taken(seen(0, 0, null), seen(100, 400, null))).toEqual([undefined]);
    expect(taken(seen(0, 5, 0), seen(0, 5, 0))).toEqual([undefined]);
  });
});

test.runIf(process.platform === 'linux')(
  'what a child has done is ours, also when it has ended',
  async () => {
    const before = lookAtProcesses();
    const { stdout } = await promisify(execFile)(process.execPath, [
      '-e',
      `const until = Date.now() + 300;
     while (Date.now() < until);
     const { user, system } = process.cpuUsage();
     console.log((user + system) / 1_000);`,
    ]);
    const after = lookAtProcesses();
    const own = (after.own ?? 0) - (before.own ?? 0);
    // The kernel counts in steps, the user's time and its own apart.
    expect(own).toBeGreaterThan(Number(stdout) - 30);
    expect(own).toBeLessThanOrEqual(after.machine.busy - before.machine.busy + 50);
  },
);
