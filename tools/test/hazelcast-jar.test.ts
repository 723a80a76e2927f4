import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ensureHazelcastJar, realMemberAvailability } from '../src/index.js';
import { ensureHazelcastTestsJar, javaMajorVersion } from '../src/hazelcast-jar.js';

test('the feature release is read from every generation of version banners', () => {
  expect(javaMajorVersion('java version "1.8.0_402"')).toBe(8);
  expect(javaMajorVersion('openjdk version "17.0.15" 2025-04-15')).toBe(17);
  expect(javaMajorVersion('openjdk version "21" 2023-09-19')).toBe(21);
  expect(javaMajorVersion('no java here')).toBe(0);
});

// A machine of our making: a PATH with nothing but the programs that a test puts there.
describe.skipIf(process.platform === 'win32')('on a machine', () => {
  let bin: string;
  let jar: string;

  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), 'offloop-bin-'));
    jar = join(bin, 'hazelcast.jar');
    vi.stubEnv('PATH', bin);
    vi.stubEnv('JAVA_HOME', '');
    vi.stubEnv('OFFLOOP_HAZELCAST_JAR', jar);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(bin, { recursive: true });
  });

  function program(name: string, script: string): void {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }

  function java(version: string): void {
    program('java', `echo 'openjdk version "${version}"' >&2`);
  }

  test('without Java, the reason names what is needed', async () => {
    const { available, reason } = await ensureHazelcastJar();
    expect(available).toBe(false);
    expect(reason).toBe('Java 17 is needed, and java cannot be run');
  });

  test('with an older Java, the reason names both versions', () => {
    java('11.0.2');
    expect(realMemberAvailability().reason).toBe('Java 17 or later is needed, and java is 11');
  });

  test('with Java and the jar, members can be started and Maven is not asked', async () => {
    java('17.0.15');
    writeFileSync(jar, '');
    expect(realMemberAvailability()).toEqual({ available: true, reason: '' });
    expect(await ensureHazelcastJar()).toEqual({ available: true, reason: '' });
  });

  test('without the jar and without Maven, the reason is Maven', async () => {
    java('17.0.15');
    expect(realMemberAvailability().reason).toContain(jar);
    expect((await ensureHazelcastJar()).reason).toBe('Maven (mvn) is not on the PATH');
  });

  test('Maven fetches the jar where only that is missing', async () => {
    java('17.0.15');
    program('mvn', `echo "$@" > ${jar}`);
    expect(await ensureHazelcastJar()).toEqual({ available: true, reason: '' });
  });

  test('what Maven had to say is the reason when it fails', async () => {
    java('17.0.15');
    program('mvn', 'echo "no route to anywhere"; exit 1');
    const { available, reason } = await ensureHazelcastJar();
    expect(available).toBe(false);
    expect(reason).toContain('no route to anywhere');
  });

  test('the tests jar lies next to the member’s, and Maven fetches it where it does not', async () => {
    const testsJar = join(bin, 'hazelcast-tests.jar');
    await expect(ensureHazelcastTestsJar()).rejects.toThrow('Maven (mvn) is not on the PATH');
    program('mvn', 'exit 0');
    await expect(ensureHazelcastTestsJar()).rejects.toThrow(testsJar);
    program('mvn', `echo "$@" > ${testsJar}`);
    expect(await ensureHazelcastTestsJar()).toBe(testsJar);
    expect(readFileSync(testsJar, 'utf8')).toContain(':jar:tests');
  });
});
