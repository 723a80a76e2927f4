import { WorkerErrorCode } from '@offloop/contract';

/** A member refused this client, or this client refused the member; `code` is the reason. Trying again would change nothing. */
export class RefusedError extends Error {
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The process, or the machine, has no file descriptor left for a socket. That may change, so the client tries again. */
export class OutOfFilesError extends Error {
  readonly code: WorkerErrorCode = WorkerErrorCode.OUT_OF_FILE_DESCRIPTORS;
}

/** Turns EMFILE (the process's limit) and ENFILE (the machine's) into an `OutOfFilesError`; returns other errors as they are. */
export function namedIfOutOfFiles(error: Error, purpose: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EMFILE' && code !== 'ENFILE') return error;
  return new OutOfFilesError(`no file descriptor is left ${purpose} (${code})`, { cause: error });
}

/**
 * Describes an error of Node.js, or of a user's module, for a message: by its class, its code, and the option that Node.js names. Its
 * own message is left out, since it may quote a key or a passphrase.
 */
export function nodeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { code } = error as { code?: unknown };
  const option = /^The "([\w.]+)" (?:property|argument)/.exec(error.message)?.[1];
  const about = [code, option].filter((each) => typeof each === 'string' && /^[\w.]+$/.test(each));
  return about.length === 0 ? error.name : `${error.name} (${about.join(', ')})`;
}
