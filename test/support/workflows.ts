import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from './workspace.js';

export interface Step {
  readonly run?: string;
  readonly uses?: string;
}

export interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps?: readonly Step[];
}

export interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const WORKFLOWS: string = join(ROOT, '.github/workflows');

// What reads YAML comes with the client.
const { parse } = createRequire(join(ROOT, 'packages/core/package.json'))('yaml') as {
  readonly parse: (text: string) => unknown;
};

/** Reads a workflow by its name: that of its file, without its ending. */
export function workflow(name: string): Workflow {
  return parse(readFileSync(join(WORKFLOWS, `${name}.yml`), 'utf8')) as Workflow;
}
