import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The demo as a person starts it: the built command in a process of its own. */
export interface DemoProcess {
  readonly url: string;
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything it printed so far, on both streams. */
  output(): string;
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Few and small documents: what is tested is not the size. */
export const SMALL: readonly string[] = [
  '--documents',
  '12',
  '--least-bytes',
  '1000',
  '--most-bytes',
  '20000',
];

export async function startDemoProcess(args: readonly string[] = []): Promise<DemoProcess> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', ...SMALL, ...args], {
    env: { ...process.env, NODE_DEBUG: 'offloop-demo' },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string): void => {
      output += text;
      const found = /Open (http:\S+?)\/ /.exec(output);
      if (found !== null) resolve(found[1]);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}:\n${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return child.exitCode;
      const exited = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

/** Runs the command to its end: for arguments that keep it from starting. */
export async function runDemo(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MAIN, ...args]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
