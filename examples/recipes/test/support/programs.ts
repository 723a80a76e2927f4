import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Program {
  readonly child: ChildProcess;
  /** What it has written. */
  readonly output: { readonly text: string };
  /** Resolves to its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves to the groups of the first match in what it writes; rejects if it ends before. */
  prints(pattern: RegExp): Promise<string[]>;
}

/** Runs a recipe, or a file of this folder, which finds its member in the environment; it does not outlive the test. */
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
