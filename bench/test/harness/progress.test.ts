import type { WriteStream } from 'node:tty';
import { describe, expect, it } from 'vitest';
import { createProgress, formatDuration } from '../../src/harness/progress.js';

function recorder(isTTY: boolean): { stream: WriteStream; text: () => string } {
  let text = '';
  const stream = { isTTY, columns: 60, write: (chunk: string) => ((text += chunk), true) };
  return { stream: stream as unknown as WriteStream, text: () => text };
}

describe('progress', () => {
  it('is one plain line a step without a terminal, and learns how long a step takes', () => {
    const { stream, text } = recorder(false);
    const progress = createProgress(stream, 3, 100);
    progress.step('first');
    progress.done(10);
    progress.step('second');
    progress.done(20);
    progress.step('third');
    progress.end();
    expect(text()).toBe('[1/3] first, 5 min 0 s left\n[2/3] second, 20 s left\n[3/3] third, 15 s left\n');
  });

  it('rewrites one line on a terminal and clears it at the end', () => {
    const { stream, text } = recorder(true);
    const progress = createProgress(stream, 2, 1);
    progress.step('x'.repeat(100));
    progress.end();
    expect(text()).not.toContain('\n');
    expect(text().split('\x1b[2K')[1]?.replace('\r', '')).toHaveLength(59);
    expect(text().endsWith('\r\x1b[2K')).toBe(true);
  });

  it.each([
    [44.6, '45 s'],
    [59.7, '1 min 0 s'],
    [200, '3 min 20 s'],
    [3900, '1 h 5 min'],
  ])('writes %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
