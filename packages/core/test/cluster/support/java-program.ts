import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
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
