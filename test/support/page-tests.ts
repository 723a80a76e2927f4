import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { runnableExamples } from './examples.js';
import { runExample } from './run-example.js';
import { ROOT } from './workspace.js';

/** Tests the examples of a page. @param address returns that of the member they connect to, when the tests run. */
export function testExamples(page: string, address: () => string): void {
  test.each(runnableExamples(readFileSync(join(ROOT, page), 'utf8')))(
    `the example at line $line of ${page} runs to its end`,
    (example) => expect(runExample(page, example, address())).resolves.toBeUndefined(),
  );
}

/** Runs a program of the examples of structures. @returns what it prints. Rejects if it fails. */
export async function printedBy(program: string, address: string): Promise<string> {
  const path = join(ROOT, 'examples/structures', program);
  const { stdout } = await promisify(execFile)(process.execPath, [path, address]);
  return stdout;
}
