import type { MessagePort } from 'node:worker_threads';
import type { FetchAnswers } from '@offloop/workers';

/** A compute thread's way to the answers that lie in the worker. */
export class AnswerSource {
  #port: MessagePort | undefined;
  #give: ((answers: ArrayBuffer[]) => void) | undefined;

  /** From here on by this port: the one before led to a worker that is gone. */
  connect(port: MessagePort): void {
    this.#port = port;
    port.on('message', (answers: ArrayBuffer[]) => this.#give?.(answers));
    // The worker died: what it had is lost, and the caller finds that out by itself.
    port.on('close', () => {
      if (this.#port !== port) return;
      this.#port = undefined;
      this.#give?.([]);
    });
  }

  /** One fetch at a time. @returns answers; none when there are no more, or none for the moment. */
  fetch(wish: FetchAnswers): Promise<ArrayBuffer[]> {
    const port = this.#port;
    if (port === undefined) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#give = resolve;
      port.postMessage(wish);
    });
  }
}
