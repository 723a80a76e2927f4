import { describe, IllegalArgumentError } from '@offloop/values';

// By its key in the global registry: the module of a transform may use another copy of this package.
const MOVED: unique symbol = Symbol.for('offloop.moved');

/** A result some of whose memory goes to the caller's thread without a copy. */
export interface Moved<T> {
  readonly [MOVED]: readonly ArrayBuffer[];
  readonly value: T;
}

/**
 * For transforms to return: `value`, with these buffers moved to the caller instead of copied. They are empty in the
 * compute thread afterwards, so what a transform keeps for its next call must not be among them, nor memory of Node's
 * shared pool (which small Buffers lie in).
 *
 * The caller gets `value` itself, and the types say so.
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

/** The buffers to move, or undefined for a result that is just itself. */
export function movedBuffers(result: unknown): readonly ArrayBuffer[] | undefined {
  return isMoved(result) ? result[MOVED] : undefined;
}

/** What a result that has {@link movedBuffers} stands for; any other stands for itself. */
export function movedValue(result: unknown): unknown {
  return isMoved(result) ? result.value : result;
}

function isMoved(result: unknown): result is Moved<unknown> {
  return typeof result === 'object' && result !== null && MOVED in result;
}
