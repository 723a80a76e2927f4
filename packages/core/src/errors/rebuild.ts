import type { ErrorHolder } from '@offloop/wire';
import type { WireError } from '@offloop/contract';
import { HazelcastError, type ServerErrorStackElement, UndefinedErrorCodeError } from '@offloop/values';
import { ClientOfflineError } from './own-errors.js';
import { errorClassByCode, errorClassByNumber } from './table.js';

/**
 * The exception that a member has thrown: `name` is its Java class, `stack` its Java stack trace with all causes.
 *
 * It ends the `cause` chain of every error that a member reports.
 */
export class MemberException extends Error {
  override readonly name: string;

  constructor(holders: readonly [ErrorHolder, ...ErrorHolder[]]) {
    super(holders[0].message ?? '');
    this.name = holders[0].className;
    // The place where the member threw it, as that where this object was made says nothing.
    this.stack = holders.map(javaTrace).join('\nCaused by: ');
  }
}

/**
 * Turns a member's exception chain into an error of this client. Classes, messages and `serverStackTrace` are those that
 * `hazelcast-client` gives, causes are mapped in the same way, and a {@link MemberException} is the last cause.
 */
export function errorFromMember(holders: readonly ErrorHolder[]): HazelcastError {
  const [first, ...rest] = holders;
  if (first === undefined) return new HazelcastError('A member reported an error without saying which');
  const end: Error = new MemberException([first, ...rest]);
  // From the innermost outwards: each is the cause of the one before it.
  return mapped(first, rest.reduceRight(wrap, end));
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

const wrap = (cause: Error, holder: ErrorHolder): Error => mapped(holder, cause);

function mapped(holder: ErrorHolder, cause: Error): HazelcastError {
  const known = errorClassByNumber(holder.errorCode);
  const message = holder.message ?? '';
  // The official type does not say that a file's name may be null.
  const stack = holder.stackTraceElements as ServerErrorStackElement[];
  if (known !== undefined) return new known(message, cause, stack);
  const error = new UndefinedErrorCodeError(
    `Class name: ${holder.className}, Message: ${message}`,
    cause,
    stack,
  );
  error.details = { errorCode: holder.errorCode, className: holder.className };
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
