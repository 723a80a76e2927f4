import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from './support/workspace.js';

const page = readFileSync(join(ROOT, 'docs', 'build-a-client.md'), 'utf8');

/** Fences name the file they quote: lines that stand behind each other there, indented as they may be. */
const excerpts = Array.from(page.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm), ([, file, code]) => ({
  file,
  code,
}));

function withoutIndent(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

test.each(excerpts)('what the page quotes of $file stands there', ({ file, code }) => {
  expect(withoutIndent(readFileSync(join(ROOT, file), 'utf8'))).toContain(withoutIndent(code));
});
