/** A method was called on a channel or a connection that is closed or closing. */
export class IllegalOperationError extends Error {
  declare name: 'IllegalOperationError';
  /** Where it was closed. */
  readonly stackAtStateChange: string | undefined;

  static {
    // Not a field, which would be listed among the error's own properties.
    this.prototype.name = 'IllegalOperationError';
  }

  constructor(message: string, stack?: string) {
    super(message);
    this.stackAtStateChange = stack;
  }
}
