import { defineConfig } from 'vitest/config';

/** Folder whose unit tests a mutation run uses: `packages/runtime`. Set by scripts/mutants.mjs. */
const folder = process.env['OFFLOOP_MUTANTS'] ?? 'packages/*';

const SPECIAL_KINDS = ['interleaving', 'member', 'cluster', 'browser'];

// No projects: the mutation runner drives one vitest at a time, in this process and its forks.
export default defineConfig({
  test: {
    include: [`${folder}/test/**/*.test.ts`],
    // The mutation runner has its tests in a thread: the one that needs the main thread stays away.
    exclude: [
      '**/node_modules/**',
      '**/entry.test.ts',
      ...SPECIAL_KINDS.map((kind) => `**/*.${kind}.test.ts`),
    ],
    testTimeout: 30_000,
  },
});
