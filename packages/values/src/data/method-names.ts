/** Name of a constant within method names: `ArrayOfInt8` for `ARRAY_OF_INT8`. */
export type MethodName<C extends string> = C extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Lowercase<Word>>}${MethodName<Rest>}`
  : Capitalize<Lowercase<C>>;

/** Returns a constant's name within method names, whose type is `MethodName`. */
export function methodName(constant: string): string {
  const words = constant.split('_').map((word) => word.slice(0, 1) + word.slice(1).toLowerCase());
  return words.join('');
}

/** Defines a method on a prototype as a class does: named, and not enumerable. */
export function defineMethod(prototype: object, name: string, method: (...args: never[]) => unknown): void {
  Object.defineProperty(method, 'name', { value: name });
  Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true });
}
