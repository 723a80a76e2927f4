import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';

import { ROOT } from '../support/workspace.js';

/**
 * Puts all that an I/O thread loads into one file. Tests start thousands of threads, and it is the hundred modules that each of them
 * takes its time for. As a user has it: what is published is one file, too.
 */
export default async function bundleAgent(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Who watches builds meanwhile, and wants to see what the build has become.
  if (project.globalConfig.watch) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'offloop-agent-'));
  const file = join(folder, 'agent.mjs');
  await build({
    input: join(ROOT, 'packages/workers/dist/entry.js'),
    platform: 'node',
    output: { file, format: 'esm' },
  });
  project.config.env = { ...project.config.env, OFFLOOP_AGENT: file };
  return () => rm(folder, { recursive: true, force: true });
}
