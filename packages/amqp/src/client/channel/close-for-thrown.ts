const UNEXPECTED_FRAME = 505;
const INTERNAL_ERROR = 541;

/** Returns how a channel is closed whose consumer has thrown: what the server is told, and what the application. */
export function closeForThrown(thrown: unknown): {
  readonly reason: string;
  readonly code: number;
  readonly error: Error;
} {
  if (typeof thrown === 'string') return { reason: thrown, code: UNEXPECTED_FRAME, error: new Error(thrown) };
  if (thrown instanceof Error)
    return { reason: 'Error while processing message', code: INTERNAL_ERROR, error: thrown };
  const reason = 'Internal error while processing message';
  return { reason, code: INTERNAL_ERROR, error: new Error(String(thrown)) };
}
