import { WorkerErrorCode } from '../control.js';

/** The process, or the machine, has no file descriptor left for a socket. That may change: it is tried again. */
export class OutOfFilesError extends Error {
  readonly code: WorkerErrorCode = WorkerErrorCode.OUT_OF_FILE_DESCRIPTORS;
}

/** Names an error that says so (EMFILE: the process's limit, ENFILE: the machine's); others are returned as they are. */
export function namedIfOutOfFiles(error: Error, purpose: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EMFILE' && code !== 'ENFILE') return error;
  return new OutOfFilesError(`no file descriptor is left ${purpose} (${code})`, { cause: error });
}
