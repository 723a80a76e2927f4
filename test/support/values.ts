import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './workspace.js';

/** Where the declarations of the value classes and errors are, relative to the root. */
export const VALUES = 'packages/values/dist';

const NAMED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '');
}

/** The file of each name, as the package's entry says. */
const fileOf = new Map(
  Array.from(
    readFileSync(join(ROOT, VALUES, 'index.d.ts'), 'utf8').matchAll(
      /export (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from '\.\/([^']+)\.js'/g,
    ),
    ([, list, all, file]) => namesIn(list ?? all ?? '').map((name) => [name, `${file}.d.ts`] as const),
  ).flat(),
);

/** The files, below `VALUES`, of what this text imports of the package. */
export function filesOfValues(source: string): string[] {
  return Array.from(source.matchAll(NAMED))
    .filter(([, , from]) => from === '@offloop/values')
    .flatMap(([, list]) => namesIn(list ?? ''))
    .map((name) => fileOf.get(name.split(' as ')[0] ?? ''))
    .filter((file) => file !== undefined);
}
