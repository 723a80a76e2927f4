import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { sentencesOf, wordsIn } from './support/sentences.js';
import { ROOT } from './support/workspace.js';

const MEAN_WORDS = 18;
const MOST_WORDS = 35;

const pages = [
  'README.md',
  ...[
    'configuration',
    'diagnose',
    'errors',
    'lifecycle',
    'observability',
    'reliability',
    'serialization',
    'testing',
    'transforms',
  ].map((name) => `docs/${name}.md`),
];

test.each(pages)('the sentences of %s are short', (page) => {
  const sentences = sentencesOf(readFileSync(join(ROOT, page), 'utf8'));
  const words = sentences.reduce((sum, sentence) => sum + wordsIn(sentence), 0);
  expect(sentences.length).toBeGreaterThan(5);
  expect(words / sentences.length).toBeLessThanOrEqual(MEAN_WORDS);
  expect(sentences.filter((sentence) => wordsIn(sentence) > MOST_WORDS)).toEqual([]);
});

test('sentences are told apart, and what is no prose is left out', () => {
  const page = [
    '# A heading',
    'One [link, two](a.md) words. With `some code. here` and\nanother line! (In brackets.) Is it?',
    '- an item',
    '- two. Three',
    '',
    '```js',
    'code. More.',
    '```',
    '| a table. |',
    '<!-- a comment. -->',
    '![a picture. Of it](a.png)',
  ].join('\n');
  expect(sentencesOf(page)).toEqual([
    'One [link, two] words.',
    'With code and another line!',
    '(In brackets.)',
    'Is it?',
    'an item',
    'two.',
    'Three',
  ]);
  expect(wordsIn('offloop ÷ 5.7 – a “word”')).toBe(4);
});
