import { ClientNotActiveError } from '@offloop/values';

/**
 * Makes the error that calls of a client that is shut down reject with. Its message begins as the official one: programs match on
 * it.
 */
export function notActive(reason?: string, cause?: unknown): ClientNotActiveError {
  return new ClientNotActiveError(
    reason === undefined ? 'Client is shutting down.' : `Client is shutting down. ${reason}`,
    cause,
  );
}
