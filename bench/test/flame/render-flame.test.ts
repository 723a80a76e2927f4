import { expect, it } from 'vitest';
import { renderFlame } from '../../src/flame/render-flame.js';

it('renders a profile into one page that refers to no file beside it', async () => {
  const profile = { nodes: [], samples: [1], timeDeltas: [0], note: '</script>' };
  const page = await renderFlame(profile, "get 1 KB's worker");
  expect(page).not.toMatch(/<script src=|<link/);
  expect(page).toContain(Buffer.from(JSON.stringify(profile)).toString('base64'));
  expect(page).toContain('"get 1 KB\'s worker.cpuprofile"');
  // start, viewer, load: nothing in them may end them early
  expect(page.match(/<script>/g)).toHaveLength(3);
  expect(page.match(/<\/script>/g)).toHaveLength(3);
});
