import { describe, IllegalArgumentError } from '@offloop/values';

// By its key in the global registry: the module of a transform may use another copy of this package.
const MOVED: unique symbol = Symbol.for('offloop.moved');

/** A result with memory that goes to the caller's thread without a copy. */
export interface Moved<T> {
  readonly [MOVED]: readonly ArrayBuffer[];
  readonly value: T;
}

/**
 * Makes the result of a transform: `value`, with these buffers moved to the caller instead of copied. They are empty in the
 * compute thread afterwards. So do not move memory that a transform keeps for its next call, nor memory of Node.js's shared pool
 * (which small Buffers lie in).
 *
 * The caller gets `value` itself, and so the return type is that of `value`.
 */
export function moved<T>(value: T, buffers: readonly ArrayBuffer[]): T {
  for (const buffer of buffers) {
    if (!(buffer instanceof ArrayBuffer)) {
      throw new IllegalArgumentError(`only ArrayBuffers can be moved, got ${describe(buffer)}`);
    }
  }
  const box: Moved<T> = { [MOVED]: buffers, value };
  return box as unknown as T;
}

/** Returns the buffers to move; undefined for a plain result. */
export function movedBuffers(result: unknown): readonly ArrayBuffer[] | undefined {
  return isMoved(result) ? result[MOVED] : undefined;
}

/** Returns the value of a result that has {@link movedBuffers}; returns any other result itself. */
export function movedValue(result: unknown): unknown {
  return isMoved(result) ? result.value : result;
}

function isMoved(result: unknown): result is Moved<unknown> {
  return typeof result === 'object' && result !== null && MOVED in result;
}
