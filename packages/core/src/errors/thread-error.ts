import type { HazelcastError } from './hazelcast-error.js';
import { IllegalStateError } from './hierarchy.js';
import { OutOfFileDescriptorsError } from './own-errors.js';

/** Why there is no worker thread, as an error of this client. What Node.js said is the `cause`. */
export function threadError(reason: Error): HazelcastError {
  const { code, message } = reason as NodeJS.ErrnoException;
  // A thread that fails while it starts has no code for it, only a message.
  const missing = /\b(EMFILE|ENFILE)\b/.exec(`${code} ${message}`)?.[1];
  return missing === undefined
    ? new IllegalStateError(`the worker thread died: ${message}`, reason)
    : new OutOfFileDescriptorsError(`no file descriptor is left for the worker thread (${missing})`, reason);
}
