import { checkCallOptions, type CallOptions } from '../calls/call-options.js';
import { mustBe } from '../errors/must-be.js';
import { moduleUrl } from '../module-url.js';
import { threadModule } from './thread-module.js';

/** A function that a transform's module exports. It is called with a value, and with the caller's further arguments. */
export type TransformFunction = (value: never, ...args: never[]) => unknown;

/** Type of the transform of a function. A promise that the function returns is awaited in the compute thread. */
export type TransformOf<F extends TransformFunction> = F extends (value: infer V, ...args: infer A) => infer R
  ? Transform<V, A, Awaited<R>>
  : never;

/** Reference to a function by its module and its name there. It crosses to a compute thread in place of the function. */
export interface TransformReference {
  /** The module's URL. */
  readonly module: string;
  readonly exportName: string;
  readonly options: CallOptions;
}

/** A function that runs in compute threads, named by its module. {@link defineTransform} makes it. */
export class Transform<Value, Args extends readonly unknown[], Result> implements TransformReference {
  readonly module: string;
  readonly exportName: string;
  readonly options: CallOptions;
  /** Exists for types only: the types of the function's arguments and result. */
  declare readonly signature?: (value: Value, ...args: Args) => Result;

  constructor(module: string, exportName: string, options: CallOptions = {}) {
    this.module = module;
    this.exportName = exportName;
    this.options = options;
  }

  /**
   * Makes a transform of the same function, whose calls are limited by a time or a signal.
   *
   * `timeout` (ms, from the call to its result) rejects with OperationTimeoutError, `signal` with CancellationError; a function
   * that is running then is stopped by ending its thread. Throws IllegalArgumentError for anything else.
   */
  with(options: CallOptions): Transform<Value, Args, Result> {
    checkCallOptions(options);
    return new Transform(this.module, this.exportName, { ...this.options, ...options });
  }

  /** Returns the name of the function and its module. */
  toString(): string {
    return `'${this.exportName}' of ${this.module.startsWith('data:') ? 'a data: module' : this.module}`;
  }
}

/**
 * Makes a transform: a reference to a function that `getTransformed` and `getAllTransformed` run in compute threads.
 *
 * ```ts
 * import type { summarise } from './summarise.js';
 * const summary = defineTransform<typeof summarise>(new URL('./summarise.js', import.meta.url), 'summarise');
 * ```
 *
 * @param module a `file:` or `data:` URL, as an object or as text, or an absolute path. It is imported by the compute
 *   thread that needs it first, so a call rejects if there is no such module.
 * @param exportName name of the exported function. Default `'default'`.
 *
 * Throws IllegalArgumentError for an invalid module or name, and UnsupportedOperationError in a bundle, which has no compute threads.
 */
export function defineTransform<
  F extends TransformFunction = (value: unknown, ...args: unknown[]) => unknown,
>(module: URL | string, exportName: string = 'default'): TransformOf<F> {
  if (typeof exportName !== 'string' || exportName === '') {
    throw mustBe('exportName', 'a string that is not empty', exportName);
  }
  const url = moduleUrl(module, 'module');
  // Throws in a bundle: here, since programs define their transforms while they start, and not with the first call.
  threadModule();
  return new Transform(url, exportName) as unknown as TransformOf<F>;
}
