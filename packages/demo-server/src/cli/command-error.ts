/** An error that ends a command with its message alone, without a stack, because the cause is outside of the program. */
export class CommandError extends Error {
  /** Exit code of the process: 2 for wrong arguments, 1 for anything else. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
