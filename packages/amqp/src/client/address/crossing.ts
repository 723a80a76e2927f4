import { UnthreadableOptionError } from '../errors/unthreadable-option-error.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Decides where a connection begins: see `LinkOpening.threaded`. Throws UnthreadableOptionError where it should be in a thread, and an option cannot
 * cross.
 *
 * @param socket options of the socket
 */
export function placeOf(
  threaded: boolean | 'auto' | undefined,
  secure: boolean,
  socket: Values,
): boolean | 'auto' {
  if (threaded === false) return false;
  // Of a plain connection only the socket moves, whatever it was made with.
  if (threaded !== true && !secure) return 'auto';
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
