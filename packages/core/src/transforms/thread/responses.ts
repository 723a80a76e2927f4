import { FrameReader } from '@offloop/wire';
import type { MessagePort } from 'node:worker_threads';
import type { FetchResponses } from '@offloop/contract';

/** Function that is called with the range of one serialized value in `bytes`. */
export type TakeValue<T> = (bytes: Buffer, start: number, end: number) => T;

/** Reads the value of a response to `map.get`; null when there is none. */
export function readValue<T>(message: ArrayBuffer, take: TakeValue<T>): T | null {
  const bytes = Buffer.from(message);
  const reader = new FrameReader().reset(bytes, 0, bytes.length);
  // The initial frame, then the value's.
  if (!reader.next() || !reader.next() || reader.isNull()) return null;
  return take(bytes, reader.contentStart, reader.contentEnd);
}

/** Reads the keys and values of a response to `map.getAll`, one pair after the other, each when it is asked for. */
export function* readEntries(message: ArrayBuffer): Generator<{
  readonly bytes: Buffer;
  readonly key: readonly [start: number, end: number];
  readonly value: readonly [start: number, end: number];
}> {
  const bytes = Buffer.from(message);
  const reader = new FrameReader().reset(bytes, 0, bytes.length);
  while (reader.next() && !reader.isBeginStruct());
  while (reader.next() && !reader.isEndStruct()) {
    const key = [reader.contentStart, reader.contentEnd] as const;
    if (!reader.next()) return;
    yield { bytes, key, value: [reader.contentStart, reader.contentEnd] };
  }
}

/** Fetches responses that wait in the worker of one shard, for a compute thread. */
export class ResponseSource {
  #port: MessagePort | undefined;
  #give: ((responses: ArrayBuffer[]) => void) | undefined;

  /** Uses this port from now on: the previous one led to a worker that is gone. */
  connect(port: MessagePort): void {
    this.#port = port;
    port.on('message', (responses: ArrayBuffer[]) => this.#give?.(responses));
    // The worker died, and its responses are lost, which the caller finds out by itself.
    port.on('close', () => {
      if (this.#port !== port) return;
      this.#port = undefined;
      this.#give?.([]);
    });
  }

  /** Fetches responses, one fetch at a time. @returns none when there are no more, or none for the moment. */
  fetch(request: FetchResponses): Promise<ArrayBuffer[]> {
    const port = this.#port;
    if (port === undefined) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#give = resolve;
      port.postMessage(request);
    });
  }
}
