import { defineConfig } from 'vitest/config';

// Files whose event loop stands, run by test/loop-guard.test.ts.
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['*.standing.ts'],
    pool: 'forks',
    // Most of them wait.
    maxWorkers: 5,
    testTimeout: 60_000,
    setupFiles: ['./test/setup/loop-guard.ts'],
  },
});
