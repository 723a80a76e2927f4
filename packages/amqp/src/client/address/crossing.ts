import { UnthreadableOptionError } from '../errors/unthreadable-option-error.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Decides whether a connection lives in a thread. Throws UnthreadableOptionError where it should, and an option cannot cross.
 *
 * @param socket options of the socket
 */
export function isThreaded(threaded: boolean | 'auto' | undefined, socket: Values): boolean {
  if (threaded === false) return false;
  const stuck = Object.keys(socket).find((name) => !crosses(socket[name]));
  if (stuck === undefined) return true;
  if (threaded === true) throw new UnthreadableOptionError(stuck);
  return false;
}

/** Returns whether a value arrives in another thread as what it is. */
function crosses(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.every(crosses);
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object with a class is a handle, such as a SecureContext, a Socket or an AbortSignal.
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(crosses);
}
