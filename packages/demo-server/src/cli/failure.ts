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

/** Runs a command; a {@link CommandError} becomes its message and exit code. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
