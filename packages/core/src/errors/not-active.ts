import { ClientNotActiveError } from '@offloop/values';

/** What calls of a client that is shut down reject with. It begins as the official text does: programs match on it. */
export function notActive(reason?: string, cause?: unknown): ClientNotActiveError {
  return new ClientNotActiveError(
    reason === undefined ? 'Client is shutting down.' : `Client is shutting down. ${reason}`,
    cause,
  );
}
