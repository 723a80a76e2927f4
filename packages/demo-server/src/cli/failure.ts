/** Ends a command with a message and no stack: what went wrong is outside the program. */
export class CommandError extends Error {
  /** 2: wrong arguments; 1: anything else. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
