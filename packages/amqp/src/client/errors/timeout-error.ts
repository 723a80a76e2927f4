/** A method got no reply within its `timeout`. */
export class TimeoutError extends Error {
  declare name: 'TimeoutError';
  readonly code = 'TIMED_OUT';
  /** False if the method was not sent, and will not be. */
  readonly wasSent: boolean;

  static {
    this.prototype.name = 'TimeoutError';
  }

  constructor(what: string, millis: number, wasSent: boolean) {
    const after = wasSent ? 'the server may still do it' : 'it was not sent';
    super(`${what} has no answer after ${millis} ms: ${after}`);
    this.wasSent = wasSent;
  }
}
