/** An option of `connect` cannot be sent to the worker thread, and `threaded` is true. */
export class UnthreadableOptionError extends TypeError {
  readonly code = 'UNTHREADABLE_OPTION';
  /** The option's name. */
  readonly option: string;

  constructor(option: string) {
    super(
      `option ${option} cannot cross to the connection's thread: connect with threaded: false, which keeps the socket on this event loop`,
    );
    this.option = option;
  }
}
