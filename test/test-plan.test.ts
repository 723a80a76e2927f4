import { expect, test } from 'vitest';

import { testPlan } from '../scripts/test-plan.mjs';
import config from '../vitest.config.js';

const FILES = ['unit', 'unit', 'member', 'cluster'].map((projectName) => ({ projectName }));
const RUN = { isPart: false, isFull: false, without: [] };

test('the plan counts the files of each project, says for how long, and where the rest is', () => {
  const plan = testPlan(FILES, RUN);
  expect(plan).toMatch(/^Runs 4 test files: unit 2, member 1, cluster 1\.$/m);
  expect(plan).toMatch(/^Takes about \d+ min /m);
  expect(plan).toContain('bash .ci/run');
});

test('what this machine cannot run is not in it', () => {
  expect(testPlan(FILES, { ...RUN, without: ['cluster'] })).toContain('Runs 3 test files: unit 2, member 1.');
});

test('each project has a time', () => {
  const projects = config.test?.projects ?? [];
  expect(projects.length).toBeGreaterThan(0);
  for (const project of projects) {
    const { name } = (project as { readonly test: { readonly name: string } }).test;
    expect(testPlan([{ projectName: name }], RUN)).toMatch(/about \d+ min/);
  }
});
