import { describe, expect, it } from 'vitest';
import { mergeFrames, renderFlame, type CpuProfile } from '../../src/flame/render-flame.js';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 4 });

/** (root) → run → { work (twice, by two nodes), (idle) }; each sample lasts 100 µs. */
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 5] },
    { id: 2, callFrame: frame('run', 'file:///a/b.js'), children: [3, 4] },
    { id: 3, callFrame: frame('work', 'file:///a/c.js') },
    { id: 4, callFrame: frame('work', 'file:///a/c.js') },
    { id: 5, callFrame: frame('(idle)') },
  ],
  samples: [2, 3, 4, 4, 5, 5],
  timeDeltas: [0, 100, 100, 100, 100, 100, 100],
};

describe('a flame graph', () => {
  it('adds up the time of one function under one caller, and keeps idle time apart', () => {
    const { root, idle } = mergeFrames(profile);
    expect(idle).toBe(200);
    expect(root.total).toBe(400);
    const run = root.children.get('run b.js:5');
    expect(run).toMatchObject({ own: 100, total: 400 });
    expect(run?.children.get('work c.js:5')).toMatchObject({ own: 300, total: 300 });
  });

  it('says how busy the thread was, and draws each frame as wide as its share', () => {
    const svg = renderFlame(profile, 'get & set');
    expect(svg).toContain('get &amp; set: busy 66.7 %');
    expect(svg).toContain('work c.js:5: 75.0 %');
    expect(svg).toContain('width="1050.0"');
  });
});
