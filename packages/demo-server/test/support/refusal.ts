import { HttpError } from '../../src/http/http-error.js';

/** The HttpError that `run` throws. */
export function refusal(run: () => unknown): HttpError {
  try {
    run();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
