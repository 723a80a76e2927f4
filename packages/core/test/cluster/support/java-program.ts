import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { hazelcastJar, javaCommand } from '@offloop/tools';

/** What a program of Java gets beside its arguments. */
export interface JavaInput {
  readonly lines?: readonly string[];
  /** Jars or folders behind Hazelcast's own jar. */
  readonly classPath?: readonly string[];
}

/** Runs a program of one source file beside a test, such as one with Java's client. @returns the lines that it printed. */
export async function runJava(
  program: string,
  args: readonly string[],
  { lines = [], classPath = [] }: JavaInput = {},
): Promise<string[]> {
  const java = spawn(javaCommand(), [
    '-cp',
    [hazelcastJar(), ...classPath].join(delimiter),
    program,
    ...args,
  ]);
  let said = '';
  let printed = '';
  java.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  java.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  java.stdin.end(lines.join('\n'));
  const [code] = (await once(java, 'close')) as [number];
  if (code !== 0) throw new Error(`the Java program ended with ${code}: ${said}`);
  return printed.trimEnd().split('\n');
}

/** Compiles classes for members of a test. @returns the folder that they are in, which the caller removes. */
export async function compileJava(...sources: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-classes-'));
  const compiler = javaCommand().replace(/java$/, 'javac');
  await promisify(execFile)(compiler, ['-nowarn', '-d', folder, '-cp', hazelcastJar(), ...sources]);
  return folder;
}
