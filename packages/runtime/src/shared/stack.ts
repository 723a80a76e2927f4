// Until somebody reads the stack of an error, V8 keeps the very objects whose methods it runs through. One that a caller
// keeps, made while completions are drained, would keep the rings of a client that is long shut down: 5 MB.

/** Makes an error for a call of long ago. Its stack would only show the inside of this client: it has none. */
export function withoutStack<E extends Error>(make: () => E): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** For what was thrown on the way, by users' code perhaps: its stack stays, what it runs through is let go. */
export function releaseStack(error: unknown): unknown {
  if (error instanceof Error) void error.stack;
  return error;
}
