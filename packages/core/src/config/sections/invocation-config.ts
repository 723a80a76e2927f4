import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { integer, optional, section, type Checked, type Options, type Reader } from '../reading/readers.js';

/** `invocation`: limits of calls that the official client does not have. */
export interface InvocationConfig {
  /**
   * Milliseconds after which a call without a `timeout` of its own rejects with OperationTimeoutError, 1 to 2147483647; the call
   * may still run. It does not apply to calls that wait on the member until something happens, such as `take`, `lock` and
   * `await`. Default: none, as with the official client, so a call whose answer is lost on a live connection never settles.
   */
  responseTimeoutMillis?: number;
}

/** `invocation`, checked; null: no limit. */
export type ResolvedInvocation = Checked<InvocationConfig, { readonly responseTimeoutMillis: number | null }>;

const options: Options<ResolvedInvocation> = {
  responseTimeoutMillis: optional<number | null>(integer('milliseconds', 1, LONGEST_DELAY_MILLIS), null),
};

export const readInvocation: Reader<ResolvedInvocation> = section(options);
