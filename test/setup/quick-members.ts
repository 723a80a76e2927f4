import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureHazelcastJar, hazelcastJar, javaCommand, startRealMember } from '@offloop/tools';
import type { TestProject } from 'vitest/node';

import { ROOT } from '../support/workspace.js';

/** A member that lives for some seconds gains nothing from better code, nor from a collector of several threads. */
const OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const ARCHIVES = join(ROOT, '.cache');

/**
 * Has real members start in a third of the time: from an archive of their classes, which is made before the first test where there is
 * none. A JVM that the archive does not fit starts without it.
 */
export default async function quickMembers({ config }: TestProject): Promise<void> {
  if (!(await ensureHazelcastJar()).available) return;
  const archive = join(ARCHIVES, `member-${fingerprint()}.jsa`);
  if (!existsSync(archive)) await make(archive);
  const options = [...OPTIONS, `-XX:SharedArchiveFile=${archive}`];
  config.env = { ...config.env, OFFLOOP_JVM_OPTIONS: options.join(' ') };
}

/** What an archive depends on: the JVM, and the jar. */
function fingerprint(): string {
  const jar = hazelcastJar();
  const { stderr } = spawnSync(javaCommand(), ['-version'], { encoding: 'utf8' });
  const { mtimeMs, size } = statSync(jar);
  return createHash('sha256').update([stderr, jar, mtimeMs, size].join('\n')).digest('hex').slice(0, 16);
}

async function make(archive: string): Promise<void> {
  mkdirSync(ARCHIVES, { recursive: true });
  // By another name at first: somebody else's tests must not begin with half of it.
  const unfinished = `${archive}.${process.pid}`;
  const member = await startRealMember({
    jvmOptions: [...OPTIONS, `-XX:ArchiveClassesAtExit=${unfinished}`],
  });
  await member.shutdown();
  if (existsSync(unfinished)) renameSync(unfinished, archive);
}
