import { describe, expect, it } from 'vitest';
import type { Figures } from '../src/experiment.js';
import { measureInChild } from './support/measure-in-child.js';

async function figuresOf(
  experiment: string,
  approach: string,
  cells: readonly string[],
): Promise<Record<string, Figures>> {
  const results = await measureInChild(experiment, approach, cells);
  expect(results.map(({ cell }) => cell).toSorted()).toEqual(cells.toSorted());
  return Object.fromEntries(results.map(({ cell, figures }) => [cell, figures]));
}

describe('experiments that bring their own server', () => {
  it('onread takes its cells over plain TCP and over TLS', async () => {
    const cells = ['get-1KB-c64', 'get-1KB-c64-tls'];
    const figures = await figuresOf('onread', 'on', cells);
    for (const cell of cells) expect(figures[cell]['opsPerSecond']).toBeGreaterThan(0);
  });

  it('read-chunk reads no more at once than it was told, in the worker and on the loop', async () => {
    const small = await figuresOf('read-chunk', '64 KB', ['get-100KB-c8', 'get-100KB-c8-loop']);
    for (const { readsPerOp } of Object.values(small)) expect(readsPerOp).toBeGreaterThan(1.5);
  });

  it.each(['buffered, timer', 'flushed', 'drained'])(
    'flush (%s) writes blocks that arrive whole',
    async (approach) => {
      const cells = ['512B-stream', '1MB-stream', '4KB-ask'];
      const figures = await figuresOf('flush', approach, cells);
      for (const cell of cells) expect(figures[cell]['blockMicros']).toBeGreaterThan(0);
      expect(figures['4KB-ask']['answerP99']).toBeGreaterThan(0);
      expect(figures['1MB-stream']['writesPerOp']).toBeGreaterThan(0);
    },
  );
});
