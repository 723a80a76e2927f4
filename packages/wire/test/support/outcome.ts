import { ProtocolError } from '../../src/index.js';

/** What `action` throws besides a protocol error, which is how it may meet bytes it cannot read; else undefined. */
export function unexpectedError(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    if (!(error instanceof ProtocolError)) return error;
  }
  return undefined;
}
