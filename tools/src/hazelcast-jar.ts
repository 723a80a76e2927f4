import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The Hazelcast release that all suites and benchmarks of this project run against, unless `OFFLOOP_HAZELCAST_VERSION` names another. */
export const HAZELCAST_VERSION: string = process.env['OFFLOOP_HAZELCAST_VERSION'] || '5.6.0';

const LEAST_JAVA = 17;

export interface Availability {
  /** True if real members can be started here. */
  readonly available: boolean;
  /** Text that says what is missing, and what would bring it; empty if nothing is missing. */
  readonly reason: string;
}

/**
 * Returns the path at which Maven keeps the member's jar. For `HAZELCAST_VERSION`, `OFFLOOP_HAZELCAST_JAR` names another path: for a local
 * repository that a settings file has moved.
 */
export function hazelcastJar(version: string = HAZELCAST_VERSION): string {
  const given = process.env['OFFLOOP_HAZELCAST_JAR'];
  if (version === HAZELCAST_VERSION && given !== undefined && given !== '') return given;
  const file = `hazelcast-${version}.jar`;
  return join(homedir(), '.m2', 'repository', 'com', 'hazelcast', 'hazelcast', version, file);
}

export function javaCommand(): string {
  const home = process.env['JAVA_HOME'];
  return home === undefined || home === '' ? 'java' : join(home, 'bin', 'java');
}

/** Finds out whether `startRealMember` can work here: it needs Java 17 or later, and the member's jar in Maven's local repository. */
export function realMemberAvailability(version: string = HAZELCAST_VERSION): Availability {
  const java = javaAvailability();
  if (!java.available) return java;
  const jar = hazelcastJar(version);
  if (existsSync(jar)) return { available: true, reason: '' };
  return missing(`Hazelcast ${version} is not in Maven's local repository (looked for ${jar})`);
}

/**
 * Finds out whether `startRealMember` can work here. If only the jar is missing, Maven fetches it first (16 MB). Never rejects: `reason`
 * says what went wrong.
 */
export async function ensureHazelcastJar(version: string = HAZELCAST_VERSION): Promise<Availability> {
  const now = realMemberAvailability(version);
  if (now.available || !javaAvailability().available) return now;
  const whyNot = await fetchByMaven(`com.hazelcast:hazelcast:${version}`);
  return whyNot === undefined ? realMemberAvailability(version) : missing(whyNot);
}

/**
 * Resolves to the path of the jar of Hazelcast's own tests, next to the member's. It has entry processors, comparators and map stores that
 * a client can name. If the jar is missing, Maven fetches it first (16 MB). Rejects with the reason if that fails.
 */
export async function ensureHazelcastTestsJar(version: string = HAZELCAST_VERSION): Promise<string> {
  const jar = hazelcastJar(version).replace(/\.jar$/, '-tests.jar');
  if (existsSync(jar)) return jar;
  const whyNot = await fetchByMaven(`com.hazelcast:hazelcast:${version}:jar:tests`);
  if (whyNot !== undefined) throw new Error(`The tests jar of Hazelcast ${version} is needed: ${whyNot}`);
  if (existsSync(jar)) return jar;
  throw new Error(`The tests jar of Hazelcast ${version} is not where Maven should have put it (${jar})`);
}

/**
 * Resolves to the path of the SQL engine's jar. If it is missing, Maven fetches it first (24 MB). Rejects with the reason if that fails.
 */
export async function ensureHazelcastSqlJar(version: string = HAZELCAST_VERSION): Promise<string> {
  const file = `hazelcast-sql-${version}.jar`;
  const jar = join(homedir(), '.m2', 'repository', 'com', 'hazelcast', 'hazelcast-sql', version, file);
  if (existsSync(jar)) return jar;
  const whyNot = await fetchByMaven(`com.hazelcast:hazelcast-sql:${version}`);
  if (whyNot !== undefined) throw new Error(`The SQL engine of Hazelcast ${version} is needed: ${whyNot}`);
  if (existsSync(jar)) return jar;
  throw new Error(`The SQL engine of Hazelcast ${version} is not where Maven should have put it (${jar})`);
}

/** Makes Maven put an artifact into its local repository. @returns the reason if that did not work; undefined if it did. */
async function fetchByMaven(artifact: string): Promise<string | undefined> {
  const fetched = await run('mvn', [
    '-q',
    '-B',
    'dependency:get',
    `-Dartifact=${artifact}`,
    '-Dtransitive=false',
  ]);
  if (fetched.missing) return 'Maven (mvn) is not on the PATH';
  if (fetched.code !== 0) return `Maven could not fetch ${artifact}: ${fetched.output.trim()}`;
  return undefined;
}

function javaAvailability(): Availability {
  const java = javaCommand();
  const probe = spawnSync(java, ['-version'], { encoding: 'utf8' });
  if (probe.error !== undefined) return missing(`Java ${LEAST_JAVA} is needed, and ${java} cannot be run`);
  const version = javaMajorVersion(probe.stderr);
  if (version >= LEAST_JAVA) return { available: true, reason: '' };
  return missing(
    `Java ${LEAST_JAVA} or later is needed, and ${java} is ${version === 0 ? 'unknown' : version}`,
  );
}

/** Returns the feature release in the output of `java -version`, such as 17; 0 if it cannot be told. Java 8 calls itself 1.8. */
export function javaMajorVersion(banner: string): number {
  const match = /version "(?:1\.)?(\d+)/.exec(banner);
  return match?.[1] === undefined ? 0 : Number(match[1]);
}

function missing(reason: string): Availability {
  return { available: false, reason };
}

interface RunResult {
  readonly missing: boolean;
  readonly code: number | null;
  readonly output: string;
}

function run(command: string, args: readonly string[]): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text: string): void => {
      output = (output + text).slice(-4_000);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ missing: error.code === 'ENOENT', code: null, output: error.message });
    });
    child.on('close', (code) => resolve({ missing: false, code, output }));
  });
}
