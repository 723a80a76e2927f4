import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server of one experiment, in a process of its own. */
export interface SideProcess<Hello> {
  /** What it said once it listened. */
  readonly hello: Hello;
  stop(): Promise<void>;
}

/**
 * Starts a module that prints one line of JSON when it is ready, and ends when its standard input does: so it also ends
 * with this process, however that ends.
 *
 * @throws when it ends before that
 */
export async function startSideProcess<Hello>(
  module: URL,
  args: readonly string[] = [],
): Promise<SideProcess<Hello>> {
  const child = spawn(process.execPath, [fileURLToPath(module), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string),
    exited.then(([code]) => {
      throw new Error(`${module.pathname} ended with ${String(code)} before it was ready`);
    }),
  ]);
  return {
    hello: JSON.parse(line) as Hello,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
