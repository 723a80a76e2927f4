// Until an error's stack is read, V8 keeps the objects whose methods are on it. An error made while completions are drained
// would keep the rings of a client, 5 MB, long after its shutdown.

/** Makes an error without a stack, for a call made long ago: its stack would show only the inside of this client. */
export function withoutStack<E extends Error>(make: () => E): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Frees the objects that the unread stack of a thrown error keeps in memory; the stack's text stays. @returns the error. */
export function releaseStack(error: unknown): unknown {
  if (error instanceof Error) void error.stack;
  return error;
}
