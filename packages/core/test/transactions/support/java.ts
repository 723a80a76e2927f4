import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hazelcastJar, javaCommand } from '@offloop/tools';
import type { TransactionType } from 'offloop';

import type { Actor } from './actor.js';

const program = fileURLToPath(new URL('TransactionScripts.java', import.meta.url));

/** Java's client, in a process of its own, that does what it is told. */
export class JavaClient {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #outcomes: AsyncIterator<string>;
  #said = '';

  constructor(address: string, type: TransactionType = 'TWO_PHASE') {
    this.#process = spawn(javaCommand(), ['-cp', hazelcastJar(), program, address, type]);
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
    this.#outcomes = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Makes a context whose objects have names with this prefix. Those before are of no use any more. */
  open(prefix: string): Actor {
    this.#process.stdin.write(`open\t${prefix}\n`);
    return {
      run: async (call, args) => {
        this.#process.stdin.write(`${[call, ...args].join('\t')}\n`);
        const { value, done } = await this.#outcomes.next();
        if (done === true) throw new Error(`the Java client has ended: ${this.#said}`);
        return value;
      },
    };
  }

  async end(): Promise<void> {
    this.#process.stdin.end();
    await once(this.#process, 'close');
  }
}
