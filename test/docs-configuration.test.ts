import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { resolveConfig } from '../packages/core/src/config/client-config.js';
import { ROOT } from './support/workspace.js';

const page = readFileSync(join(ROOT, 'docs', 'configuration.md'), 'utf8');

/** Sections with options, by their headings: the path of the options, of named ones as for `default`. */
const SECTIONS = new Map([
  ['Top level', ''],
  ...[
    'network',
    'network.ssl',
    'connectionStrategy',
    'serialization',
    'runtime',
    'runtime.transforms',
    'properties',
    'metrics',
  ].map((path) => [`\`${path}\``, `${path}.`] as const),
  ['`flakeIdGenerators`', 'flakeIdGenerators.default.'],
  ['`nearCaches`', 'nearCaches.default.'],
]);

/** Properties that the text below their table tells of. */
const NOT_ROWS = new Set([
  'properties.hazelcast.client.internal.clean.resources.millis',
  'properties.hazelcast.client.cloud.url',
]);
/** Rows of what is resolved under another name, or has a table of its own. */
const NO_DEFAULTS = new Set(['security', 'customCredentials', 'reliableTopics', 'network.ssl']);

const { credentials: _login, reliableTopics: _topics, ...config } = resolveConfig({});
const options = {
  ...config,
  flakeIdGenerators: { default: config.flakeIdGenerators.of('any') },
  nearCaches: { default: config.nearCaches.of('any') },
};

/** `network.redoOperation` and its default. What is empty or made of objects has undefined. */
function* leavesOf(value: unknown, path: string): Generator<[path: string, value: unknown]> {
  const isSection = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isSection ? Object.entries(value) : [];
  if (entries.length === 0 || path === 'serialization.compact') {
    yield [path, typeof value === 'object' ? undefined : value];
    return;
  }
  for (const [name, each] of entries) yield* leavesOf(each, path === '' ? name : `${path}.${name}`);
}

/** What a cell says a default is: `'dev'` a text, 1 MiB and 600,000 numbers; undefined if it is said in words. */
function defaultOf(cell: string): unknown {
  const text = cell.replaceAll(/^[`']+|[`']+$/g, '');
  if (text === 'no limit') return Number.MAX_SAFE_INTEGER;
  if (text === 'true' || text === 'false') return text === 'true';
  const [, number, unit] = /^([−\d.,]+)( MiB)?$/.exec(text) ?? [];
  if (number !== undefined)
    return Number(number.replace('−', '-').replaceAll(',', '')) * (unit === undefined ? 1 : 2 ** 20);
  return /^\w+$/.test(text) ? text : undefined;
}

function rowsOf(markdown: string): Map<string, string> {
  const rows = new Map<string, string>();
  let path: string | undefined;
  for (const line of markdown.split('\n')) {
    const [, heading] = /^#{2,3} (.+)$/.exec(line) ?? [];
    if (heading !== undefined) path = SECTIONS.get(heading);
    const [, option = '', cell = ''] = /^\| `([\w.]+)` +\| (.+?) +\|/.exec(line) ?? [];
    if (path !== undefined && option !== '') rows.set(`${path}${option}`, cell);
  }
  return rows;
}

const rows = rowsOf(page);
const leaves = new Map([...leavesOf(options, '')].filter(([path]) => !NOT_ROWS.has(path)));

test('every option has a row, and every row an option', () => {
  const named = [...rows.keys()].filter((path) => !NO_DEFAULTS.has(path));
  const known = [...leaves.keys()].map((path) =>
    path.replace(/^(serialization\.compact)$/, '$1.serializers'),
  );
  expect(named.toSorted()).toEqual(known.toSorted());
});

/** Defaults that the page says as words. */
const IN_WORDS = new Set(['network.ssl.enabled']);
const literal = [...leaves].filter(([path, value]) => value !== undefined && !IN_WORDS.has(path));

test.each(literal)('the default of %s is %s', (path, value) => {
  expect(defaultOf(rows.get(path) ?? '')).toBe(value);
});
