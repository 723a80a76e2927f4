/** Something that must never be true was. */
export class Violation extends Error {
  /** Which oracle spoke. */
  readonly oracle: string;

  constructor(oracle: string, message: string) {
    super(message);
    this.name = 'Violation';
    this.oracle = oracle;
  }
}

export function check(condition: boolean, oracle: string, message: () => string): asserts condition {
  if (!condition) throw new Violation(oracle, message());
}
