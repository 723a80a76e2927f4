import { types } from 'node:util';

/**
 * Describes a value for a message: its type and size, and nothing of its content. Keys, values and credentials are described by
 * this, and messages end in logs. Runs no code of the value.
 */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty string' : `a string of ${counted(value.length, 'character')}`;
    case 'undefined':
      return 'undefined';
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return `a ${typeof value}`;
  }
}

/** Describes a value that should have been a number within limits. A number itself is shown, as the limits say little without it. */
export function describeNumber(value: unknown): string {
  return typeof value === 'number' ? String(value) : describe(value);
}

/**
 * Describes an error of foreign code (a serializer's, a transform's, Node's) for a message: its class and its code. Its own
 * message may quote a value, and is left to the `cause`.
 */
export function describeError(error: unknown): string {
  if (types.isProxy(error) || !(types.isNativeError(error) || error instanceof Error)) return describe(error);
  const code = ownText(error, 'code');
  const name = classNameOf(error) ?? 'Error';
  return code !== undefined && /^[A-Z][A-Z0-9_]*$/.test(code) ? `${name} (${code})` : name;
}

/** Returns the name of an object's class; undefined if it has none. Ignores a property called `constructor`. */
function classNameOf(value: object): string | undefined {
  if (types.isProxy(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null || types.isProxy(prototype)) return undefined;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof constructor !== 'function' || types.isProxy(constructor)) return undefined;
  if (Object.getOwnPropertyDescriptor(constructor, 'prototype')?.value !== prototype) return undefined;
  const name = ownText(constructor, 'name');
  return name === undefined || !/^[\w$]{1,60}$/.test(name) ? undefined : name;
}

function describeObject(value: object): string {
  if (types.isProxy(value)) return 'a proxy';
  if (Array.isArray(value)) return `an array of ${counted(value.length, 'element')}`;
  const name = classNameOf(value);
  const ofClass = name === undefined || name === 'Object' ? 'an object' : `an object of class ${name}`;
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) {
    return `${ofClass} with ${counted(value.byteLength, 'byte')}`;
  }
  if (types.isMap(value) || types.isSet(value)) return `${ofClass} with ${counted(sizeOf(value), 'element')}`;
  if (types.isNativeError(value) || types.isDate(value)) return ofClass;
  const count = Object.keys(value).length;
  return count === 0 ? ofClass : `${ofClass} with ${counted(count, 'property', 'properties')}`;
}

/** Reads the size without the value's own property or that of its class, which would be its code. */
function sizeOf(value: object): number {
  const size: unknown = Reflect.get(types.isMap(value) ? Map.prototype : Set.prototype, 'size', value);
  return Number(size);
}

function ownText(value: object, property: string): string | undefined {
  const text: unknown = Object.getOwnPropertyDescriptor(value, property)?.value;
  return typeof text === 'string' ? text : undefined;
}

function counted(count: number, singular: string, plural: string = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
