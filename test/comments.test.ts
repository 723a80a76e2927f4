import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

import { commentsIn } from './support/comments.js';
import type { Comment } from './support/comments.js';
import { filesBelow, ROOT, sourceFolder, workspacePackages } from './support/workspace.js';

/** A docstring stands alone in an editor: one that begins so says nothing without its neighbours. */
const NOT_ALONE =
  /^(?:The same\b|Of\b|By\b(?! default)|As\b|(?:For|To) whom?\b|(?:It|Its|They|Their|Those|Also)\b)/;

/** `is no member` for `is not a member`; what there is none of, and `is no longer`, are English. */
const NO_FOR_NOT =
  /(?<!\bthere )\b(?:is|are|was|were|be) (?:no|none)\b(?! (?:longer|more|less|fewer|later|earlier|bigger|older)\b)/i;

const RIDDLES = [NO_FOR_NOT, /\bwhom?ever\b/i, /\bwho (?:has|have|had) no\b/i];

function isPlain({ isDocstring, text }: Comment): boolean {
  return !(isDocstring && NOT_ALONE.test(text)) && RIDDLES.every((riddle) => !riddle.test(text));
}

function sourcesBelow(folder: string): string[] {
  const source = relative(ROOT, sourceFolder(folder)).replaceAll('\\', '/');
  return filesBelow(join(ROOT, source), 's')
    .filter((file) => /\.m?[jt]s$/.test(file) && !/(?:^|\/)(?:node_modules|dist|test)\//.test(file))
    .map((file) => `${source}/${file}`);
}

const folders = [...workspacePackages().map(({ folder }) => folder.replaceAll('\\', '/')), 'scripts'];

describe.each(folders)('%s', (folder) => {
  test('has comments in plain English', () => {
    const riddles = sourcesBelow(folder).flatMap((file) =>
      commentsIn(readFileSync(join(ROOT, file), 'utf8'))
        .filter((comment) => !isPlain(comment))
        .map(({ line, text }) => `${file}:${line}: ${text}`),
    );
    expect(riddles).toEqual([]);
  });
});

describe('the eye', () => {
  const docstring = (text: string): Comment => ({ line: 1, isDocstring: true, text });
  const remark = (text: string): Comment => ({ line: 1, isDocstring: false, text });

  test.each([
    docstring('The same for two keys.'),
    docstring('Of each member.'),
    docstring('By name.'),
    docstring('As `get`, for sets.'),
    docstring('For who waits.'),
    docstring('Those of one shard.'),
    docstring('Its length in bytes.'),
    docstring('Throws for what is no listener.'),
    remark('What are no pairs rejects.'),
    remark('Whoever comes first has it.'),
    remark('for who has no use for it'),
  ])('finds $text', (comment) => {
    expect(isPlain(comment)).toBe(false);
  });

  test.each([
    docstring('Returns the same object each time.'),
    docstring('Resolves to null when there is none.'),
    docstring('By default 5.'),
    remark('As the official client does it.'),
    remark('It is no longer there.'),
    remark('Why there is no worker.'),
  ])('lets $text stand', (comment) => {
    expect(isPlain(comment)).toBe(true);
  });

  test('reads docstrings, blocks and lines with two slashes', () => {
    const source = [
      '/** One. */',
      'const url = "http://x"; // Two,',
      '// and more.',
      '  /*',
      '   * Three',
      '   * of them.',
      '   */',
    ].join('\n');
    expect(commentsIn(source)).toEqual([
      { line: 1, isDocstring: true, text: 'One.' },
      { line: 2, isDocstring: false, text: 'Two, and more.' },
      { line: 4, isDocstring: false, text: 'Three of them.' },
    ]);
  });
});
