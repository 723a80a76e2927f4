import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Program {
  readonly child: ChildProcess;
  /** All that the program has written so far. */
  readonly output: { readonly text: string };
  /** Resolves to the program's exit code, or to the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves to the groups of the first match in what the program writes; rejects if it ends before. */
  prints(pattern: RegExp): Promise<string[]>;
}

/**
 * Runs a recipe, or another file of this folder, in a process that ends with the test at the latest. The program finds its member in the
 * environment.
 */
export function start(
  file: string,
  address: string,
  environment: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Program {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const child = fork(path, args, {
    env: { ...process.env, ...environment, HAZELCAST_ADDRESS: address },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { text: '' };
  const looks = new Set<() => void>();
  const read = (chunk: Buffer): void => {
    output.text += chunk.toString();
    for (const look of looks) look();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const prints = (pattern: RegExp): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(output.text);
        if (match !== null) resolve(match.slice(1));
      };
      looks.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended before it printed ${pattern}: ${output.text}`)));
    });
  return { child, output, ended, prints };
}
