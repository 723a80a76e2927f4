import { types } from 'node:util';
import { describe } from '../errors/describe.js';
import { isForeignValue } from '../classes/foreign-values.js';
import { HazelcastJsonValue } from '../classes/hazelcast-json-value.js';
import { GenericRecordImpl } from '../compact/generic-record-impl.js';
import { cannotSerialize } from '../errors/serialization-error.js';

/**
 * Returns the JSON text of an object.
 *
 * Throws HazelcastSerializationError for a value that JSON has no text for, and for an object with contents that `JSON.stringify`
 * would silently lose: it makes `{}` of a `Map`, and nothing of a function. What `JSON.stringify` throws is thrown as it is.
 */
export function jsonOf(value: unknown): string {
  if (value instanceof HazelcastJsonValue) return value.toString();
  if (typeof value !== 'object' || value === null)
    throw cannotSerialize(value, `there is no type for ${typeof value}`);
  // The engine names classes and keys of a circle, and no values.
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw cannotSerialize(value, 'JSON.stringify makes nothing of it');
  // After JSON.stringify, which has found circles by now.
  if (!isKept(value)) throw lossError(value);
  return text;
}

function lossError(value: object): Error {
  const loss = findLoss(value);
  const what = loss.path === '' ? 'JSON' : `${loss.path} is ${describe(loss.value)}; JSON`;
  return cannotSerialize(value, `${what} would lose it without a word. ${remedy(loss.value)}`);
}

function remedy(lost: unknown): string {
  if (types.isPromise(lost)) return 'Await it';
  if (typeof lost === 'object' && lost !== null && isForeignValue(lost))
    return 'It is of another package: import its class from offloop';
  const serializer = types.isMap(lost) || types.isSet(lost) ? ', such as msgpackSerializer()' : '';
  return `Give it a toJSON method, or configure a serializer${serializer}`;
}

interface Loss {
  readonly path: string;
  readonly value: unknown;
}

/**
 * Returns true if JSON keeps all there is in an object. The result of a `toJSON` method is not checked. This runs for every
 * object that is written, after its JSON.stringify, and takes about a tenth of the time of that.
 */
function isKept(value: object): boolean {
  // Before its contents, which JSON.stringify has not looked at: there may be circles.
  if (hasToJson(value)) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const child: unknown = value[index];
      // No call for a number: in an array of them it took 2 % of both together.
      if (typeof child !== 'number' && !isKeptChild(child)) return false;
    }
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && isLost(value)) return false;
  for (const key in value) {
    const child: unknown = (value as Record<string, unknown>)[key];
    // Plain values first, which need no look at whose they are: what is inherited, such as an old-style method, is not written.
    if (!isPlain(child) && Object.hasOwn(value, key) && !isKeptChild(child)) return false;
  }
  return true;
}

/** Returns true if a value is neither an object nor one that JSON leaves out. */
function isPlain(value: unknown): boolean {
  const type = typeof value;
  return type !== 'object' && type !== 'function' && type !== 'symbol';
}

/** Returns true if JSON keeps a value that stands in an object. */
function isKeptChild(child: unknown): boolean {
  if (typeof child === 'object') return child === null || isKept(child);
  return typeof child !== 'function' && typeof child !== 'symbol';
}

function hasToJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

/** Finds the first value in an object that JSON does not keep. */
function findLoss(value: object): Loss {
  for (const [key, child] of Object.entries(value)) {
    if (isKeptChild(child)) continue;
    const step = Array.isArray(value) ? `[${key}]` : `.${key}`;
    if (typeof child !== 'object' || child === null || isForeignValue(child))
      return { path: step, value: child };
    const loss = findLoss(child as object);
    return { path: step + loss.path, value: loss.value };
  }
  return { path: '', value };
}

/** Returns true if JSON loses the content of such an object. */
function isLost(value: object): boolean {
  return (
    types.isMap(value) ||
    types.isSet(value) ||
    types.isWeakMap(value) ||
    types.isWeakSet(value) ||
    types.isArrayBufferView(value) ||
    types.isAnyArrayBuffer(value) ||
    types.isNativeError(value) ||
    types.isRegExp(value) ||
    types.isPromise(value) ||
    value instanceof GenericRecordImpl ||
    isForeignValue(value)
  );
}
