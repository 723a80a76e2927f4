import type { MessagePort } from 'node:worker_threads';
import type { FetchResponses } from '@offloop/workers';

/** A compute thread's way to the responses that wait in the worker. */
export class ResponseSource {
  #port: MessagePort | undefined;
  #give: ((responses: ArrayBuffer[]) => void) | undefined;

  /** Uses this port from here on: the one before led to a worker that is gone. */
  connect(port: MessagePort): void {
    this.#port = port;
    port.on('message', (responses: ArrayBuffer[]) => this.#give?.(responses));
    // The worker died: what it had is lost, and the caller finds that out by itself.
    port.on('close', () => {
      if (this.#port !== port) return;
      this.#port = undefined;
      this.#give?.([]);
    });
  }

  /** One fetch at a time. @returns responses; none when there are no more, or none for the moment. */
  fetch(request: FetchResponses): Promise<ArrayBuffer[]> {
    const port = this.#port;
    if (port === undefined) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#give = resolve;
      port.postMessage(request);
    });
  }
}
