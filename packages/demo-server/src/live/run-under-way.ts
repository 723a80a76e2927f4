import { HttpError } from '../http/http-error.js';

/** Makes an HttpError 409: only one run goes on at a time, as runs would disturb each other. */
export function runUnderWay(): HttpError {
  return new HttpError(
    409,
    'run-under-way',
    'a run is under way',
    'an order when it has ended, or DELETE /runs',
  );
}
