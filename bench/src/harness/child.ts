import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CellResult, RunContext } from '../experiment.js';

export interface RunRequest {
  readonly experiment: string;
  readonly context: RunContext;
}

export interface RunReport {
  /** The child's Node. */
  readonly node: string;
  /** Largest resident memory of the whole process, all cells. */
  readonly maxRssMb: number;
  readonly cells: readonly CellResult[];
}

const RUN_URL = new URL('../run.js', import.meta.url);

/** No debugger, no coverage, no loader of the parent may slow a child down. */
const DROPPED_ENVIRONMENT = ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_DEBUG'];

const live = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of live) child.kill('SIGKILL');
});

/**
 * Runs one fresh process to its end.
 *
 * @param node path of the binary
 * @param prefix what goes before the command line, as `taskset` does
 * @param timeoutSeconds after which the child is taken for hung and killed
 * @throws when it fails, hangs or says nothing; with what it wrote to stderr
 */
export async function runChild(
  node: string,
  nodeArgs: readonly string[],
  request: RunRequest,
  timeoutSeconds: number,
  prefix: readonly string[] = [],
): Promise<RunReport> {
  const environment = { ...process.env };
  for (const name of DROPPED_ENVIRONMENT) delete environment[name];
  // --expose-gc lets a run collect between cells; nothing collects inside a window because of it
  const [command, ...args] = [...prefix, node, '--expose-gc', ...nodeArgs, fileURLToPath(RUN_URL)];
  const child = spawn(command, args, {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  live.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  // a child that dies at once breaks the pipe: its exit tells the story, not the EPIPE
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(request));
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, timeoutSeconds * 1000);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (hung) throw new Error(`hung: not done after ${timeoutSeconds.toFixed(0)} s\n${stderr}`);
    if (code !== 0) throw new Error(`ended with code ${code}\n${stderr}`);
    const line = stdout.trim().split('\n').at(-1) ?? '';
    if (line === '') throw new Error(`reported nothing\n${stderr}`);
    return JSON.parse(line) as RunReport;
  } catch (error) {
    throw new Error(`the process of ${request.experiment}, ${request.context.approach}: ${String(error)}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    live.delete(child);
  }
}
