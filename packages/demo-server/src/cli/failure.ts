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

/** Runs a command. A {@link CommandError} is printed, and sets the exit code; other errors reject. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
