// Mutation testing: pnpm mutants [path]. See docs/testing.md.
export default {
  packageManager: 'pnpm',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'json'],
  tempDirName: '.cache/stryker',
  // It would be rewritten by a TypeScript API that TypeScript 7 no longer has; there is nothing to rewrite.
  tsconfigFile: 'none',
  ignorePatterns: ['/docs'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  concurrency: 1,
};
