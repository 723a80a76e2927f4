import type { IncomingMessage } from 'node:http';
import { debuglog } from 'node:util';

import { HttpError } from './http-error.js';

const debug = debuglog('offloop-demo');

/**
 * Reads a JSON body.
 *
 * Throws HttpError 415 for another content type, 413 when it is longer than `maxBytes`, 400 when it is not JSON or
 * the connection ended before it did.
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const accepted = `a JSON body of at most ${maxBytes} bytes, with content-type: application/json`;
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpError(415, 'unsupported-type', `content-type is '${type}'`, accepted);
  }
  const text = await readText(request, maxBytes, accepted);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(400, 'bad-json', 'the body is not JSON', accepted);
  }
}

async function readText(request: IncomingMessage, maxBytes: number, accepted: string): Promise<string> {
  // The announced length spares reading what would be refused; the count below catches who announced none, or lied.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(accepted);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(accepted);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof HttpError ? error : cutOff(request, length, accepted);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** People close pages and lose networks while they upload: no fault of the server's, and nobody is left to answer. */
function cutOff({ method, url }: IncomingMessage, length: number, accepted: string): HttpError {
  debug('%s %s: the connection ended after %d bytes of the body', method, url, length);
  return new HttpError(400, 'body-cut-off', `the body ended after ${length} bytes`, accepted);
}

function tooLarge(accepted: string): HttpError {
  // The rest of the body will not be read, so nothing more can follow on this connection.
  return new HttpError(413, 'body-too-large', 'the body is too large', accepted, { connection: 'close' });
}
