import { once } from 'node:events';
import { startChild } from '@offloop/tools/measure';
import type { CellResult, RunContext } from '../experiment.js';

export interface RunRequest {
  readonly experiment: string;
  readonly context: RunContext;
}

export type RunMessage =
  { readonly type: 'cell'; readonly cell: string } | { readonly type: 'report'; readonly report: RunReport };

export interface RunReport {
  /** Version of the child's Node.js. */
  readonly node: string;
  /** Largest resident memory of the whole process over all cells, in MB. */
  readonly maxRssMb: number;
  readonly cells: readonly CellResult[];
}

const RUN_URL = new URL('../run.js', import.meta.url);

/** Variables that a child does not get: no debugger, coverage or loader of the parent may slow it down. */
const DROPPED_ENVIRONMENT = ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_DEBUG'];

export interface ChildRun {
  /** Path of the Node.js binary. */
  readonly node: string;
  /** Words that go before the command line, such as `taskset`. */
  readonly prefix?: readonly string[];
  readonly request: RunRequest;
  /** Seconds after which the child is taken for hung and killed. */
  readonly timeoutSeconds: number;
  readonly onCell?: (cell: string) => void;
}

/**
 * Runs one fresh process to its end, and resolves to its report.
 *
 * @throws if it fails, hangs or says nothing; with what it wrote to stderr
 */
export async function runChild(run: ChildRun): Promise<RunReport> {
  const { node, prefix = [], request, timeoutSeconds, onCell } = run;
  const env = { ...process.env };
  for (const name of DROPPED_ENVIRONMENT) delete env[name];
  // --expose-gc lets a run collect between cells; nothing collects inside a window because of it
  const [program, ...args] = [...prefix, node, '--expose-gc'];
  const child = startChild<RunMessage>(RUN_URL, request, {
    command: [program, ...args],
    env,
    keepErrors: true,
  });
  child.onMessage((message) => {
    if (message.type === 'cell') onCell?.(message.cell);
  });
  let stderr = '';
  child.process.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    child.process.kill('SIGKILL');
  }, timeoutSeconds * 1000);
  try {
    return (await child.next('report')).report;
  } catch (error) {
    // what it wrote comes after its end
    if (child.process.stderr?.readableEnded === false) await once(child.process.stderr, 'end');
    const reason = hung ? `hung: not done after ${timeoutSeconds.toFixed(0)} s` : String(error);
    const { experiment, context } = request;
    throw new Error(`the process of ${experiment}, ${context.approach}: ${reason}\n${stderr}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    await child.stop();
  }
}
