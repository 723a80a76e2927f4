import type { ErrorHolder } from '@offloop/wire';
import type { WireError } from '@offloop/contract';
import { HazelcastError, type ServerErrorStackElement, UndefinedErrorCodeError } from '@offloop/values';
import { ClientOfflineError } from './own-errors.js';
import { errorClassByCode, errorClassByNumber } from './table.js';

/**
 * Turns a member's exception chain into an error of this client. Classes, messages, causes and `serverStackTrace` are those that
 * `hazelcast-client` gives; `details` has the number and the Java class, and the `stack` ends with the Java stack traces.
 */
export function errorFromMember(holders: readonly ErrorHolder[]): HazelcastError {
  const [first, ...rest] = holders;
  if (first === undefined) return new HazelcastError('A member reported an error without saying which');
  // From the innermost outwards: each is the cause of the one before it. The official client ends the chain with null.
  const cause = rest.reduceRight<HazelcastError | null>((inner, holder) => mapped(holder, inner), null);
  const error = mapped(first, cause);
  error.stack += `\nOn the member: ${holders.map(javaTrace).join('\nCaused by: ')}`;
  return error;
}

/** Rebuilds an error that crossed threads; one with a code that is not in the table keeps it in `details.code`. */
export function errorFromWire(wire: WireError): HazelcastError {
  // The one class whose constructor takes no message, and that is made on the other side.
  if (wire.code === ClientOfflineError.code) return new ClientOfflineError();
  const known = errorClassByCode(wire.code);
  const error = new (known ?? HazelcastError)(wire.message);
  if (known === undefined) error.details = { ...wire.details, code: wire.code };
  else if (wire.details !== undefined) error.details = wire.details;
  return error;
}

function mapped(holder: ErrorHolder, cause: HazelcastError | null): HazelcastError {
  const { errorCode, className } = holder;
  const message = holder.message ?? '';
  // The official type does not say that a file's name may be null.
  const stack = holder.stackTraceElements as ServerErrorStackElement[];
  const known = errorClassByNumber(errorCode);
  const error =
    known === undefined
      ? new UndefinedErrorCodeError(`Class name: ${className}, Message: ${message}`, cause, stack)
      : new known(message, cause, stack);
  error.details = { errorCode, className };
  return error;
}

function javaTrace(holder: ErrorHolder): string {
  const head = holder.message === null ? holder.className : `${holder.className}: ${holder.message}`;
  const calls = holder.stackTraceElements.map(
    ({ className, methodName, fileName, lineNumber }) =>
      `\tat ${className}.${methodName}(${fileName ?? 'Unknown Source'}${fileName !== null && lineNumber > 0 ? `:${lineNumber}` : ''})`,
  );
  return [head, ...calls].join('\n');
}
