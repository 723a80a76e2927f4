let names = 0;

/** A name that nothing else of the file's tests has. */
export function fresh(kind: string = 'executor'): string {
  return `${kind}-${names++}`;
}
