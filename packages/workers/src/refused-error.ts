import type { WorkerErrorCode } from './control.js';

/** A member refused this client, or this client the member; `code` says why. Asking again would change nothing. */
export class RefusedError extends Error {
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
