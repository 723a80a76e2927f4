/** Returns what was thrown, as an error. @param text the message where nothing was given */
export function asError(thrown: unknown, text: string): Error {
  if (thrown instanceof Error) return thrown;
  // What is not an error is mostly text.
  return new Error((thrown as string) || text);
}
