import { IndeterminateOperationStateError } from '@offloop/values';

/**
 * Asks for something that belongs to a session, and asks again when the worker has died with the request: what is granted after that
 * would be held by nobody, for as long as the session lives. The group knows requests by their invocation's id, and grants each once.
 *
 * Members themselves do not answer such requests with this error: they repeat them until they know.
 */
export async function grantOf<R>(request: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof IndeterminateOperationStateError)) throw error;
    }
  }
}
