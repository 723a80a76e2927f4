/** Returns what was thrown, as an error. @param text the message where nothing was given */
export function asError(thrown: unknown, text: string): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(thrown ? String(thrown as string) : text);
}
