import type { WorkerErrorCode } from '../control.js';

/** A member refused this client, or this client refused the member; `code` says why. Trying again would change nothing. */
export class RefusedError extends Error {
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
