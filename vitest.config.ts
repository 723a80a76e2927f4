import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

import { LongFirst } from './test/setup/long-first.js';

// Kinds of test files with a project of their own; every other test is a unit test.
const SPECIAL_KINDS = ['interleaving', 'member', 'redis', 'rabbitmq', 'cluster', 'browser'] as const;

const FOLDERS = '{packages/*/test,examples/*/test,tools/test,bench/test,simulation/test,test}';

// Set by scripts/test.mjs to the projects this machine lacks something for. Their files are still loaded, so that
// what was not run is counted as skipped, test by test.
const skipped = new Set((process.env['OFFLOOP_SKIP_PROJECTS'] ?? '').split(','));

// Flags of Node.js for the processes that run tests, with a space between them.
const flags = process.env['OFFLOOP_TEST_FLAGS'];

// Its sources, as a class that stands in two files would be two classes: what a test of `core` makes, `core` must know.
const VALUES = fileURLToPath(new URL('packages/values/src/index.ts', import.meta.url));

// Watches the event loop of every process of tests.
const LOOP_GUARD = './test/setup/loop-guard.ts';

// What is made before the first test of a project.
const AGENT = './test/setup/agent-bundle.ts';
const MEMBERS = './test/setup/quick-members.ts';
const SHARED_MEMBER = './test/setup/shared-member.ts';
const BROKER = './packages/amqp/test/support/broker-setup.ts';

// What is built is loaded by Node itself: to transform what `tsc` has made would take half of a file's time.
const BUILT = /\/dist\/.*\.js$/;
// But for the packages that tests give another clock, as past the transformation there are no mocks, and those with the user's values.
const BUILT_UNMOCKED = /^(?!.*\/packages\/(?:core|member|runtime|values)\/).*\/dist\/.*\.js$/;

/** What `expect.poll` waits for: its default of a second is less than a busy machine stands still for. */
const POLL_MILLIS = 20_000;

interface Limits {
  readonly timeout: number;
  /** Files at a time for each CPU: more than one where they mostly wait, for a timeout or for a JVM. */
  readonly filesPerCpu: number;
  readonly order: number;
  /** True if its tests mock what is built. */
  readonly mocks?: boolean;
  readonly setup?: string[];
}

function project(
  name: string,
  include: string,
  exclude: string[],
  limits: Limits,
): TestProjectInlineConfiguration {
  return {
    ...(limits.mocks === true ? { resolve: { alias: { '@offloop/values': VALUES } } } : {}),
    test: {
      name,
      include: [`${FOLDERS}/**/${include}`],
      exclude: ['**/node_modules/**', ...exclude],
      pool: 'forks',
      server: { deps: { external: [limits.mocks === true ? BUILT_UNMOCKED : BUILT] } },
      ...(flags === undefined ? {} : { execArgv: flags.split(' ') }),
      setupFiles: [LOOP_GUARD],
      testTimeout: limits.timeout,
      hookTimeout: limits.timeout,
      expect: { poll: { timeout: POLL_MILLIS } },
      ...(limits.setup === undefined ? {} : { globalSetup: limits.setup }),
      maxWorkers: Math.round(limits.filesPerCpu * availableParallelism()),
      // Groups run one after another: a suite of JVMs leaves no core to the ones that race threads.
      sequence: { groupOrder: limits.order },
      ...(skipped.has(name) ? { testNamePattern: /(?!)/ } : {}),
    },
  };
}

const special = SPECIAL_KINDS.map((kind) => `**/*.${kind}.test.ts`);

// Limits in ms are generous: they are there to end what hangs, on machines much slower than one would like.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      project('unit', '*.test.ts', special, { timeout: 30_000, filesPerCpu: 1, order: 0, mocks: true }),
      project('interleavings', '*.interleaving.test.ts', [], {
        timeout: 60_000,
        filesPerCpu: 1,
        order: 1,
        mocks: true,
      }),
      project('member', '*.member.test.ts', [], {
        timeout: 60_000,
        filesPerCpu: 1.5,
        order: 2,
        setup: [AGENT],
      }),
      project('redis', '*.redis.test.ts', [], { timeout: 60_000, filesPerCpu: 1.5, order: 3 }),
      project('rabbitmq', '*.rabbitmq.test.ts', [], {
        timeout: 60_000,
        filesPerCpu: 1.5,
        order: 3,
        setup: [BROKER],
      }),
      project('cluster', '*.cluster.test.ts', [], {
        timeout: 240_000,
        filesPerCpu: 1.5,
        order: 3,
        setup: [AGENT, MEMBERS, SHARED_MEMBER],
      }),
      project('browser', '*.browser.test.ts', [], { timeout: 120_000, filesPerCpu: 1, order: 4 }),
    ],
  },
});
