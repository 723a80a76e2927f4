import { IndeterminateOperationStateError } from '@offloop/values';

/**
 * Requests something that belongs to a session, and repeats the request when the worker has died with it: a grant after that
 * would be held by nobody, for as long as the session lives. The group knows requests by their invocation's id, and grants each
 * once.
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
