import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hazelcastJar, javaCommand } from '@offloop/tools';
import type { TransactionType } from 'offloop';

import type { Line } from './scripts.js';

const program = fileURLToPath(new URL('TransactionScripts.java', import.meta.url));

/** Runs scripts with Java's client, each on objects of its own. @returns their lines, with what came of each. */
export async function runInJava(
  address: string,
  scripts: readonly (readonly Line[])[],
  type: TransactionType,
): Promise<Line[][]> {
  const java = spawn(javaCommand(), ['-cp', hazelcastJar(), program, address, type]);
  let said = '';
  let met = '';
  java.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  java.stdout.on('data', (chunk: Buffer) => (met += chunk.toString()));
  const calls = scripts.map((lines) => lines.map(([call, args]) => [call, ...args].join('\t')).join('\n'));
  java.stdin.end(`${calls.join('\n\n')}\n`);
  const [code] = (await once(java, 'close')) as [number];
  if (code !== 0) throw new Error(`the Java client ended with ${code}: ${said}`);
  const outcomes = met.trimEnd().split('\n');
  let next = 0;
  return scripts.map((lines) => lines.map(([call, args]): Line => [call, args, outcomes[next++]]));
}
