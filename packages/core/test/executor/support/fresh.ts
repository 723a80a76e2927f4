let names = 0;

/** A name that nothing else of all tests has. */
export function fresh(kind: string = 'executor'): string {
  return `${kind}-${process.pid}-${names++}`;
}
