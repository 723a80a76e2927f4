import { afterEach, expect, test, vi } from 'vitest';

import { realMemberAvailability } from '../src/index.js';
import { javaMajorVersion } from '../src/hazelcast-jar.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the feature release is read from every generation of version banners', () => {
  expect(javaMajorVersion('java version "1.8.0_402"')).toBe(8);
  expect(javaMajorVersion('openjdk version "17.0.15" 2025-04-15')).toBe(17);
  expect(javaMajorVersion('openjdk version "21" 2023-09-19')).toBe(21);
  expect(javaMajorVersion('no java here')).toBe(0);
});

test('without Java, the reason names what is needed', () => {
  vi.stubEnv('JAVA_HOME', '/nowhere');
  const { available, reason } = realMemberAvailability();
  expect(available).toBe(false);
  expect(reason).toContain('Java 17 is needed');
});
