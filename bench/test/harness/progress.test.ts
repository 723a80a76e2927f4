import type { WriteStream } from 'node:tty';
import { describe, expect, it } from 'vitest';
import { createProgress, formatDuration } from '../../src/harness/progress.js';

function recorder(isTTY: boolean): { stream: WriteStream; text: () => string } {
  let text = '';
  const stream = { isTTY, columns: 60, write: (chunk: string) => ((text += chunk), true) };
  return { stream: stream as unknown as WriteStream, text: () => text };
}

describe('progress', () => {
  it('is one plain line a step without a terminal, and learns how long the parts take', () => {
    const { stream, text } = recorder(false);
    let now = 0;
    const progress = createProgress(stream, 300, () => now);
    progress.step('first');
    now += 20_000;
    progress.step('its second cell');
    now += 30_000;
    progress.done(100, 50);
    progress.step('second');
    now += 500_000;
    progress.step('late');
    expect(text()).toBe(
      'first, 5 min 0 s left\nits second cell, 4 min 40 s left\nsecond, 1 min 40 s left\nlate, 0 s left\n',
    );
  });

  it('rewrites one line on a terminal and clears it for others', () => {
    const { stream, text } = recorder(true);
    const progress = createProgress(stream, 1);
    progress.step('x'.repeat(100));
    progress.clear();
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
