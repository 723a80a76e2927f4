import type { WritableBytes } from '../shared/writable-bytes.js';
import type { CallRequest } from './caller-protocol.js';

/** A request that is made of strings (UTF-8) and Buffers, one behind the other. They must not change until it is written. */
export class PartsRequest implements CallRequest {
  readonly bound: number;
  readonly target: number;
  readonly #parts: readonly (string | Buffer)[];

  /** @param target 0 for an agent that has nothing to choose */
  constructor(parts: readonly (string | Buffer)[], target: number = 0) {
    this.#parts = parts;
    this.target = target;
    let bound = 0;
    for (const part of parts) bound += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    this.bound = bound;
  }

  write({ bytes }: WritableBytes, at: number): number {
    let end = at;
    for (const part of this.#parts) {
      end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end);
    }
    return end;
  }
}
