/**
 * What Node, or a module that is not ours, threw, for a message: its class, its code, and the option that Node names. Its own
 * message may quote what it was given, such as a key or a passphrase.
 */
export function nodeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { code } = error as { code?: unknown };
  const option = /^The "([\w.]+)" (?:property|argument)/.exec(error.message)?.[1];
  const about = [code, option].filter((each) => typeof each === 'string' && /^[\w.]+$/.test(each));
  return about.length === 0 ? error.name : `${error.name} (${about.join(', ')})`;
}
