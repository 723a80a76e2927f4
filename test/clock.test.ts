import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { filesBelow, ROOT } from './support/workspace.js';

// Whoever asks the globals for time stands still under a test's fake timers. Those of servers may: they run beside what is tested.
const SERVERS = ['demo-server', 'member'];
const PACKAGES = readdirSync(join(ROOT, 'packages')).filter((name) => !SERVERS.includes(name));
const CLOCK = 'packages/runtime/src/shared/clock.ts';
const OF_OBJECTS =
  /\bperformance\.now\b|\bDate\.now\b|\bnew Date\(\)|\bprocess\.(nextTick|hrtime)\b|\bqueueMicrotask\b|'node:timers/;
const TIMERS = /(?<![.#\w])(set|clear)(Timeout|Interval|Immediate)(?=\()/g;
const IMPORT = /import \{([^}]*)\} from '(?:@offloop\/runtime\/clock|[./]*(?:shared\/)?clock\.js)'/;

test.each(PACKAGES)('%s takes its time from the clock alone', (name) => {
  const source = `packages/${name}/src`;
  const wrong = filesBelow(join(ROOT, source), '.ts').flatMap((file) => {
    const path = `${source}/${file}`;
    if (path === CLOCK) return [];
    const text = readFileSync(join(ROOT, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const imported = new Set(
      IMPORT.exec(text)?.[1]
        .split(',')
        .map((each) => each.trim()),
    );
    const bare = [...text.matchAll(TIMERS)].map(([timer]) => timer).filter((timer) => !imported.has(timer));
    return [...bare, ...(OF_OBJECTS.exec(text)?.slice(0, 1) ?? [])].map((each) => `${path}: ${each}`);
  });
  expect(wrong).toEqual([]);
});
