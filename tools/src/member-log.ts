import type { ChildProcess } from 'node:child_process';

const LONGEST_TAIL = 4_000;

/** Collects what a member process writes, and waits for lines of it. */
export class MemberLog {
  readonly #exited: Promise<unknown>;
  readonly #watchers = new Set<() => void>();
  #text = '';

  constructor(child: ChildProcess, exited: Promise<unknown>) {
    this.#exited = exited;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#append(text));
    }
    child.once('error', (error) => this.#append(`${error.message}\n`));
  }

  text(): string {
    return this.#text;
  }

  /** Resolves once `pattern` matches the log. Rejects with the log's end if the process exits first, or after `timeout` ms. */
  until(pattern: RegExp, timeout: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(look);
      };
      const look = (): void => {
        if (!pattern.test(this.#text)) return;
        done();
        resolve();
      };
      const fail = (why: string): void => {
        done();
        reject(new Error(`The member ${why} before ${String(pattern)} was logged:\n${this.#tail()}`));
      };
      const timer = setTimeout(() => fail(`took longer than ${timeout} ms`), timeout);
      this.#watchers.add(look);
      void this.#exited.then(() => fail('exited'));
      look();
    });
  }

  #append(text: string): void {
    this.#text += text;
    for (const look of this.#watchers) look();
  }

  // Stack frames would push the one line that says what is wrong out of the tail.
  #tail(): string {
    const lines = this.#text.split('\n').filter((line) => !/^\s+(at |\.\.\. \d+ more)/.test(line));
    return lines.join('\n').slice(-LONGEST_TAIL);
  }
}
