import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMember } from '@offloop/member';
import { describe, expect, test } from 'vitest';

import { runnableExamples } from './support/examples.js';
import { runExample } from './support/run-example.js';
import { ROOT } from './support/workspace.js';

const STRUCTURES = 'docs/structures';
/** The embedded member has no CP subsystem and no Java: these pages are run with their tests. */
const NEED_OTHERS = [
  'cp.md',
  'durable-executor-service.md',
  'executor-service.md',
  'scheduled-executor-service.md',
];

/** The first pages, of the project and of what is published; the page on values; and a page a structure. */
const pages = [
  'README.md',
  'packages/core/README.md',
  'packages/member/README.md',
  'docs/serialization.md',
  ...readdirSync(join(ROOT, STRUCTURES))
    .filter((page) => !NEED_OTHERS.includes(page))
    .map((page) => `${STRUCTURES}/${page}`),
];

describe.each(pages)('%s', (page) => {
  const examples = runnableExamples(readFileSync(join(ROOT, page), 'utf8'));

  test('has examples that can be run', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  test.each(examples)('the example at line $line runs to its end', async (example) => {
    const member = await startMember();
    try {
      await expect(runExample(page, example, member.address)).resolves.toBeUndefined();
    } finally {
      await member.stop();
    }
  });
});

test('only blocks marked as runnable are run, with the line they start at', () => {
  const markdown = [
    '# Title',
    '```js run',
    'one();',
    'two();',
    '```',
    '```js',
    'three();',
    '```',
    '```js run',
    '```',
  ];
  expect(runnableExamples(markdown.join('\n'))).toEqual([
    { line: 2, code: 'one();\ntwo();' },
    { line: 9, code: '' },
  ]);
});

test('a block without an end is an error that names its line', () => {
  expect(() => runnableExamples('\n```js run\nnever();')).toThrow('line 2');
});
