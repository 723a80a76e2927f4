import { copyBytes } from '../bytes/copy-bytes.js';
import { FloorError, FloorErrorCode } from './errors.js';
import type { WritableBytes } from '../bytes/writable-bytes.js';
import type { CallRequest } from './caller-protocol.js';

/**
 * A request that is made of strings (as UTF-8) and Buffers, one behind the other.
 *
 * `call` and `send` copy the parts before they return. Until then neither the array nor a Buffer in it may change; a request that
 * is made once and sent often may change between two calls, as long as no Buffer gets another length.
 */
export class PartsRequest implements CallRequest {
  readonly maxBytes: number;
  readonly target: number;
  readonly #parts: readonly (string | Buffer)[];

  /**
   * Throws FloorError (`ILLEGAL_ARGUMENT`) for a part that is neither a string nor a Buffer.
   *
   * @param target an int32 for the agent. Default: 0, for an agent that does not read it.
   */
  constructor(parts: readonly (string | Buffer)[], target: number = 0) {
    this.#parts = parts;
    this.target = target;
    let maxBytes = 0;
    for (const part of parts) maxBytes += lengthOf(part);
    this.maxBytes = maxBytes;
  }

  write({ bytes }: WritableBytes, at: number): number {
    let end = at;
    for (const part of this.#parts) {
      if (typeof part === 'string') {
        end += bytes.write(part, end);
        continue;
      }
      copyBytes(part, 0, part.length, bytes, end);
      end += part.length;
    }
    return end;
  }
}

function lengthOf(part: unknown): number {
  if (typeof part === 'string') return Buffer.byteLength(part);
  if (Buffer.isBuffer(part)) return part.length;
  throw FloorError.make(FloorErrorCode.ILLEGAL_ARGUMENT, 'parts must be strings and Buffers', {
    details: { field: 'parts' },
  });
}
