import { isIPv6 } from 'node:net';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import { WorkerErrorCode, addressText, type Address, type CloudSettings } from '@offloop/contract';
import { RefusedError } from '../connection/errors.js';

/** The path of the request, as in the official client. */
const PATH = '/cluster/discovery?token=';
/** The most bytes of an answer. A cluster of a thousand members is described in less than a tenth of them. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** The port of an address without one. */
const DEFAULT_PORT = 5701;
/** The statuses of refusals that may pass: too slow, and too many requests. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);

/**
 * Asks Hazelcast Cloud for the members of a cluster.
 *
 * Rejects with RefusedError if the token is refused, and with other errors if an answer may come later. No message has the token.
 *
 * @param timeoutMillis the time for the whole answer; 0: no limit.
 * @returns the members' public addresses, at least one, by the text of their addresses in their own network.
 */
export async function discoverMembers(
  cloud: CloudSettings,
  timeoutMillis: number,
  signal: AbortSignal,
): Promise<Map<string, Address>> {
  const url = new URL(cloud.url + PATH + encodeURIComponent(cloud.token));
  const late = new AbortController();
  const timer =
    timeoutMillis === 0
      ? undefined
      : setTimeout(() => {
          late.abort(new Error(`Hazelcast Cloud request timed out after ${timeoutMillis} ms`));
        }, timeoutMillis);
  try {
    return addressesIn(await answer(url, AbortSignal.any([signal, late.signal])));
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

async function answer(url: URL, signal: AbortSignal): Promise<string> {
  // Only clusters of the cloud need it.
  const { get } = await import('node:https');
  return new Promise((resolve, reject) => {
    // Without an agent of its own the request would leave an idle socket behind.
    const fail = (error: Error): void => reject(failure(error));
    const request = get(url, { signal, agent: false }, (response) => {
      const { statusCode = 0 } = response;
      response.on('error', fail);
      if (statusCode !== 200) {
        response.destroy();
        return reject(refusal(statusCode));
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES)
          response.destroy(new Error(`it answered with more than ${MAX_ANSWER_BYTES} bytes`));
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    request.on('error', fail);
  });
}

/** Names Hazelcast Cloud, since the messages of Node.js, such as `aborted`, do not. They never have the URL, which holds the token. */
function failure({ message }: Error): Error {
  return new Error(`Hazelcast Cloud could not be asked: ${message}`);
}

function refusal(status: number): Error {
  if (status >= 400 && status < 500 && !PASSING.has(status)) {
    const message = `Your cluster discovery token is invalid: Hazelcast Cloud answered with status ${status}`;
    return new RefusedError(WorkerErrorCode.AUTHENTICATION, message);
  }
  return new Error(`Hazelcast Cloud answered with status ${status}`);
}

function addressesIn(text: string): Map<string, Address> {
  let members: unknown;
  try {
    members = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new Error('Hazelcast Cloud answered with invalid JSON');
  }
  if (!Array.isArray(members)) throw new Error('Hazelcast Cloud did not answer with a list of members');
  if (members.length === 0) throw new Error('Hazelcast Cloud knows of no member');
  return new Map(
    members.map((member: unknown, index) => {
      const publicAddress = addressIn(member, 'public-address', index, DEFAULT_PORT);
      // One without a port has that of the public one.
      const own = addressIn(member, 'private-address', index, publicAddress.port);
      return [addressText(own), publicAddress];
    }),
  );
}

function addressIn(member: unknown, name: string, index: number, defaultPort: number): Address {
  const text: unknown = Object(member)[name];
  const address = typeof text === 'string' ? parsed(text, defaultPort) : undefined;
  if (address === undefined) throw new Error(`Hazelcast Cloud's answer has no ${name} in element ${index}`);
  return address;
}

/** Reads `host`, `host:port`, an IPv6 address or `[IPv6]:port`. Undefined for anything else. */
function parsed(text: string, defaultPort: number): Address | undefined {
  if (isIPv6(text)) return { host: text, port: defaultPort };
  const match = /^(?:\[([^\]]+)\]|([\p{L}\p{N}._-]+))(?::(\d{1,5}))?$/u.exec(text);
  if (match === null) return undefined;
  const [, bracketed, host = bracketed, digits] = match;
  if (bracketed !== undefined && !isIPv6(bracketed)) return undefined;
  const port = digits === undefined ? defaultPort : Number(digits);
  return port >= 1 && port <= 65_535 ? { host, port } : undefined;
}
