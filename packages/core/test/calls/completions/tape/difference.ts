/** The first difference between two values that their user could see: types, signs, prototypes, the order of properties. */
export function difference(a: unknown, b: unknown, path = '$'): string | undefined {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
    return Object.is(a, b) ? undefined : `${path}: ${String(a)} for ${String(b)}`;
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `${path}: prototypes`;
  const keys = Reflect.ownKeys(a) as string[];
  const wanted = Reflect.ownKeys(b) as string[];
  if (keys.length !== wanted.length) return `${path}: ${keys.length} keys for ${wanted.length}`;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key !== wanted[i]) return `${path}: key ${key} for ${wanted[i]}`;
    const found = difference(
      (a as Record<string, unknown>)[key],
      (b as Record<string, unknown>)[key],
      `${path}.${key}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
