import { execFile } from 'node:child_process';

import { ROOT } from './workspace.js';

const LONGEST_RUN = 60_000;

export interface Ended {
  /** Its exit code; `null` if a signal ended it, as when it took too long. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs Node.js in the root folder, and resolves when it has ended, however it ended.
 *
 * @param longestRun in milliseconds
 */
export function runNode(args: readonly string[], longestRun: number = LONGEST_RUN): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: ROOT, timeout: longestRun },
      (_error, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}
