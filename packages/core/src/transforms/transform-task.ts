import { describe, describeError, IllegalArgumentError } from '@offloop/values';
import type { ComputeTask } from './compute-task.js';
import { Transform } from './transform.js';
import { findUncloneable } from './uncloneable.js';

export type TransformTask = Omit<ComputeTask, 'input'>;

/**
 * Makes a task of a call's transform and arguments. The arguments are copied as they are now.
 *
 * Throws IllegalArgumentError for a transform that `defineTransform` has not made, and for arguments that cannot be cloned.
 */
export function transformTask(transform: unknown, args: readonly unknown[]): TransformTask {
  if (!(transform instanceof Transform)) {
    const hint = typeof transform === 'function' ? ': a function cannot cross to another thread' : '';
    throw new IllegalArgumentError(
      `a transform is made by defineTransform, got ${describe(transform)}${hint}`,
    );
  }
  return { module: transform.module, exportName: transform.exportName, args: ownArguments(args) };
}

function ownArguments(args: readonly unknown[]): readonly unknown[] {
  if (args.every(isPlain)) return args;
  try {
    return structuredClone(args);
  } catch (error) {
    // Looked for only now: nearly all can be cloned, and the search costs as much as the cloning.
    const problem = findUncloneable(args, 'args');
    throw new IllegalArgumentError(
      problem === undefined
        ? `the arguments of a transform must be cloneable: ${describeError(error)}`
        : `the arguments of a transform must be cloneable: ${problem.path} is ${problem.what}`,
    );
  }
}

function isPlain(value: unknown): boolean {
  return value === null || !['object', 'function', 'symbol'].includes(typeof value);
}
