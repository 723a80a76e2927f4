import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hazelcastJar, javaCommand } from '@offloop/tools';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('JavaClient.java', import.meta.url));

/** Makes a call with Java's client. @returns what came of it, as `JavaClient.java` prints it. */
export type JavaCall = (...line: string[]) => Promise<string>;

/** Java's client, in a process of its own that ends with the test. @param classPath jars or folders behind Hazelcast's own jar. */
export function javaClient(address: string, classPath: readonly string[] = []): JavaCall {
  const java = spawn(javaCommand(), [
    '-cp',
    [hazelcastJar(), ...classPath].join(delimiter),
    PROGRAM,
    address,
  ]);
  const closed = once(java, 'close');
  let said = '';
  java.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const outcomes = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    java.stdin.end();
    await closed;
  });
  return async (...line) => {
    java.stdin.write(`${line.join('\t')}\n`);
    const { value, done } = await outcomes.next();
    if (done === true) throw new Error(`the Java client has ended: ${said}`);
    return value;
  };
}
