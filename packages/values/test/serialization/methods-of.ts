/** The names of the methods of an object, own or inherited, that begin with a word, in order. */
export function methodsOf(object: object, prefix: string): string[] {
  const names = new Set<string>();
  for (
    let each: unknown = object;
    typeof each === 'object' && each !== null;
    each = Object.getPrototypeOf(each)
  )
    for (const name of Object.getOwnPropertyNames(each)) names.add(name);
  return [...names].filter((name) => new RegExp(`^${prefix}[A-Z]`).test(name)).toSorted();
}
