import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { lower, type Figure } from '../experiment.js';

/** What a process has found of a client that it has loaded, opened and asked once. */
export interface StartReport {
  readonly importMs: number;
  readonly connectMs: number;
  /** Time from after the import to the first answer. */
  readonly answerMs: number;
  /** Time from before the import to the first answer. */
  readonly firstAnswerMs: number;
  readonly restMb: number;
  readonly restHeapMb: number;
}

/** The figures of a {@link StartReport}. @param opening the name of what opens a client */
export function startFigures(opening: string): Figure[] {
  return [
    lower('importMs', 'Loading the module, ms'),
    lower('connectMs', `${opening}, ms`),
    lower('answerMs', 'From the loaded module to the first answer, ms', { headline: true }),
    lower('firstAnswerMs', 'From nothing to the first answer, ms', { headline: true }),
    lower('restMb', 'Resident memory at rest, MB', {
      headline: true,
      note: 'Of the whole process, Node itself included.',
    }),
    lower('restHeapMb', "Heap of the caller's thread at rest, MB"),
  ];
}

/** How a client is started: opened by a module, and asked once. */
export interface Start<Module, Client, Asked> {
  readonly open: (module: Module) => Promise<Client>;
  /** Resolves to what further questions need when there is an answer. */
  readonly ask: (client: Client) => Promise<Asked>;
}

/** Loads a package that is installed in a folder, and starts its client, in a process that has done nothing else. */
export async function measureStart<Module, Client, Asked>(
  name: string,
  folder: string,
  { open, ask }: Start<Module, Client, Asked>,
): Promise<{ readonly report: StartReport; readonly asked: Asked }> {
  const installed = createRequire(join(folder, 'x.js')).resolve(name);
  const start = performance.now();
  const module = (await import(pathToFileURL(installed).href)) as Module;
  const imported = performance.now();
  const client = await open(module);
  const connected = performance.now();
  const asked = await ask(client);
  const answered = performance.now();
  const { rss, heap } = memory();
  const report = {
    importMs: imported - start,
    connectMs: connected - imported,
    answerMs: answered - imported,
    firstAnswerMs: answered - start,
    restMb: rss,
    restHeapMb: heap,
  };
  return { report, asked };
}

/** The memory of this process in MB, after the heap was collected. */
export function memory(): { readonly rss: number; readonly heap: number } {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1e6, heap: heapUsed / 1e6 };
}
