import { HttpError } from './http-error.js';

/** Waits for calls to the cluster; what they reject with becomes HttpError 503, as the request itself was fine. */
export async function gridCall<T>(calls: Promise<T>): Promise<T> {
  try {
    return await calls;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new HttpError(503, 'grid-unavailable', text, 'the same request when the cluster answers', {
      'retry-after': '1',
    });
  }
}
