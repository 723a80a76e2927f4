import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const MOST_LINES = 80;

const recipes = readdirSync(`${FOLDER}src`);
const readme = readFileSync(`${FOLDER}README.md`, 'utf8');
const tests = readdirSync(`${FOLDER}test`)
  .filter((file) => file.endsWith('.member.test.ts'))
  .map((file) => readFileSync(`${FOLDER}test/${file}`, 'utf8'));
const programs = readdirSync(`${FOLDER}test/support`).map((file) =>
  readFileSync(`${FOLDER}test/support/${file}`, 'utf8'),
);

describe.each(recipes)('%s', (recipe) => {
  const source = readFileSync(`${FOLDER}src/${recipe}`, 'utf8');

  test('has its line in the README, says first what it is for, and is short', () => {
    expect(readme).toContain(`| [\`${recipe}\`](src/${recipe})`);
    expect(source).toMatch(/^\/\/ \S/);
    expect(source.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  test('is run by a test', () => {
    expect([...tests, ...programs].some((text) => text.includes(`src/${recipe}'`))).toBe(true);
  });
});
