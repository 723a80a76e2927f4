import { nodeFailure } from './errors.js';

// Detects TLS on one side only. Neither side can say so in the other's protocol, so each is known by what it does.

/** TLS records begin with their kind, here an alert or a handshake, and with the major version, which is 3 for all of them. */
const RECORD_KINDS: readonly number[] = [21, 22];
const MAJOR_VERSION = 3;

/** The codes that OpenSSL gives for bytes that are not TLS records. */
const NOT_TLS =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE|RECORD_.*)$/;
/** The codes that Node.js gives for the end of a connection. */
const ENDED: readonly unknown[] = [undefined, 'ECONNRESET', 'EPIPE'];

/**
 * Makes the error of a connection without TLS that ended before its first message, if the other side may want TLS; else undefined.
 *
 * @param bytes all that came is `bytes[start, end)`. @param error undefined for an end without one.
 */
export function plainToTls(
  at: string,
  bytes: Uint8Array,
  start: number,
  end: number,
  error?: Error,
): Error | undefined {
  const here = 'network.ssl.enabled is false here';
  if (end - start >= 2 && RECORD_KINDS.includes(bytes[start]) && bytes[start + 1] === MAJOR_VERSION)
    return new Error(`${at} answers in TLS, and ${here}`);
  if (end > start || !ENDED.includes(codeOf(error))) return undefined;
  return new Error(`${at} closed the connection without an answer, as one does that wants TLS: ${here}`);
}

/** Makes the error of a connection with TLS that ended before its handshake, if the other side may have no TLS; else undefined. */
export function tlsToPlain(at: string, error?: Error): Error | undefined {
  const code = codeOf(error);
  const here = 'network.ssl.enabled is true here';
  if (typeof code === 'string' && NOT_TLS.test(code))
    return new Error(`${at} answers in something else than TLS (${nodeFailure(error)}), and ${here}`);
  if (!ENDED.includes(code)) return undefined;
  return new Error(`${at} closed the connection during the TLS handshake, as one does without TLS: ${here}`);
}

function codeOf(error: Error | undefined): unknown {
  return error === undefined ? undefined : (error as { code?: unknown }).code;
}
