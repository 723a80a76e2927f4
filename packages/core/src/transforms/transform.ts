import { checkCallOptions, type CallOptions } from '../calls/call-options.js';
import { describe, IllegalArgumentError } from '@offloop/values';
import { moduleUrl } from '../module-url.js';
import { threadModule } from './thread-module.js';

/** What a transform's module exports: a function of a value and of what the caller gives besides. */
export type TransformFunction = (value: never, ...args: never[]) => unknown;

/** The transform a function makes: its promise, if it returns one, is awaited in the compute thread. */
export type TransformOf<F extends TransformFunction> = F extends (value: infer V, ...args: infer A) => infer R
  ? Transform<V, A, Awaited<R>>
  : never;

/** A function by its module and its name there: what crosses to a compute thread in place of the function itself. */
export interface TransformReference {
  /** The module's URL. */
  readonly module: string;
  readonly exportName: string;
  readonly options: CallOptions;
}

/** A function that runs in compute threads, named by its module. Made by {@link defineTransform}. */
export class Transform<Value, Args extends readonly unknown[], Result> implements TransformReference {
  readonly module: string;
  readonly exportName: string;
  readonly options: CallOptions;
  /** In types only: what the function takes and gives. */
  declare readonly signature?: (value: Value, ...args: Args) => Result;

  constructor(module: string, exportName: string, options: CallOptions = {}) {
    this.module = module;
    this.exportName = exportName;
    this.options = options;
  }

  /**
   * Makes a transform of the same function, whose calls are bound to a time or a signal.
   *
   * `timeout` (ms, from the call to its result) rejects with OperationTimeoutError, `signal` with CancellationError; a
   * function that is running then is stopped by ending its thread. Throws IllegalArgumentError for anything else.
   */
  with(options: CallOptions): Transform<Value, Args, Result> {
    checkCallOptions(options);
    return new Transform(this.module, this.exportName, { ...this.options, ...options });
  }

  /** The name of the function and its module. */
  toString(): string {
    return `'${this.exportName}' of ${this.module.startsWith('data:') ? 'a data: module' : this.module}`;
  }
}

/**
 * Names a function to run next to the bytes: `getTransformed` and `getAllTransformed` take it.
 *
 * ```ts
 * import type { summarise } from './summarise.js';
 * const summary = defineTransform<typeof summarise>(new URL('./summarise.js', import.meta.url), 'summarise');
 * ```
 *
 * @param module a `file:` or `data:` URL, as an object or as text, or an absolute path. It is imported by the compute
 *   thread that needs it first, so a module that is not there is the error of a call.
 * @param exportName default `'default'`.
 *
 * Throws IllegalArgumentError for what can name neither, and UnsupportedOperationError in a bundle, which has no compute threads.
 */
export function defineTransform<
  F extends TransformFunction = (value: unknown, ...args: unknown[]) => unknown,
>(module: URL | string, exportName: string = 'default'): TransformOf<F> {
  if (typeof exportName !== 'string' || exportName === '') {
    throw new IllegalArgumentError(
      `exportName must be a string that is not empty, got ${describe(exportName)}`,
    );
  }
  const url = moduleUrl(module, 'module');
  // Throws in a bundle: here, since programs define their transforms while they start, and not with the first call.
  threadModule();
  return new Transform(url, exportName) as unknown as TransformOf<F>;
}
