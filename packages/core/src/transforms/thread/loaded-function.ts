import { describeError } from '@offloop/values';
import { TransformFailure } from '../compute-task.js';
import { movedBuffers, movedValue } from '../moved.js';
import { TaskError } from './task-error.js';
import { findUncloneable } from '../uncloneable.js';

type Exported = (value: unknown, ...args: readonly unknown[]) => unknown;

/**
 * A transform's function in a compute thread, with the arguments of one call. An error of the function is thrown as a {@link
 * TaskError}.
 */
export class LoadedFunction {
  readonly #exported: Exported;
  readonly #args: readonly unknown[];
  readonly #moved: ArrayBuffer[];

  /** @param moved takes the memory of results that is moved to the caller's thread rather than copied. */
  constructor(exported: Exported, args: readonly unknown[], moved: ArrayBuffer[]) {
    this.#exported = exported;
    this.#args = args;
    this.#moved = moved;
  }

  /**
   * Calls the function. Resolves to its result, or to that of its promise, once it is certain that it can cross to the caller's
   * thread.
   */
  async run(value: unknown): Promise<unknown> {
    // Called as a function, not as a method: it is to have no `this`.
    const exported = this.#exported;
    let result: unknown;
    try {
      result = await exported(value, ...this.#args);
    } catch (error) {
      throw new TaskError(TransformFailure.THROWN, `threw ${describeError(error)}`, error ?? null);
    }
    const buffers = movedBuffers(result);
    if (buffers !== undefined) return this.#moveWithin(movedValue(result), buffers);
    const problem = findUncloneable(result, 'result');
    if (problem !== undefined) {
      throw new TaskError(
        TransformFailure.RESULT,
        `returned what cannot cross to the caller's thread: ${problem.path} is ${problem.what}`,
      );
    }
    return result;
  }

  /**
   * Moves the buffers once within this thread. If something cannot be moved or cloned, that is this call's error here; found
   * out by the pool, it would end the thread.
   */
  #moveWithin(value: unknown, buffers: readonly ArrayBuffer[]): unknown {
    try {
      const own = structuredClone(
        { value, buffers: [...new Set(buffers)] },
        { transfer: [...new Set(buffers)] },
      );
      this.#moved.push(...own.buffers);
      return own.value;
    } catch (error) {
      throw new TaskError(TransformFailure.RESULT, `returned what cannot be moved: ${describeError(error)}`);
    }
  }
}

/** Loads a function of a module. Throws a {@link TaskError} when there is no such module, or no such function in it. */
export async function loadFunction(
  module: string,
  exportName: string,
  args: readonly unknown[],
  moved: ArrayBuffer[],
): Promise<LoadedFunction> {
  // No cache of our own: the second import of a URL is a look-up.
  const exports = await import(module).catch((error: unknown): never => {
    throw new TaskError(TransformFailure.MODULE, `could not be imported: ${describeError(error)}`, error);
  });
  const found = (exports as Readonly<Record<string, unknown>>)[exportName];
  if (typeof found === 'function') return new LoadedFunction(found as Exported, args, moved);
  const names = Object.keys(exports as object).join(', ') || 'nothing';
  throw new TaskError(
    TransformFailure.EXPORT,
    found === undefined
      ? `is not there: the module exports ${names}`
      : `is not a function but of type ${typeof found}`,
  );
}
