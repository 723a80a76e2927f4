import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { UNIX_PREFIX, type Address, type TlsSettings, WorkerErrorCode } from '@offloop/contract';
import { nodeFailure, namedIfOutOfFiles, OutOfFilesError, RefusedError } from './errors.js';

/** The exports of a module named in `network.ssl.sslOptionsFactory`. */
interface OptionsModule {
  readonly init?: (properties: Readonly<Record<string, unknown>>) => unknown;
  readonly getSSLOptions: () => ConnectionOptions | Promise<ConnectionOptions>;
}

/**
 * Resolves to the options of `tls.connect` for one connection. A module is asked each time, so that it may read renewed files.
 *
 * Throws RefusedError when the module cannot be imported, and any error of the module's functions.
 */
export async function tlsOptions(settings: TlsSettings, { host }: Address): Promise<ConnectionOptions> {
  const given =
    settings.module === null ? settings.options : await askModule(settings.module, settings.properties);
  const isName = isIP(host) === 0 && !host.startsWith(UNIX_PREFIX);
  return {
    // Stated, because the environment (NODE_TLS_REJECT_UNAUTHORIZED) can change Node's default.
    rejectUnauthorized: true,
    // Node sends no server name by itself. Where several members share an address, the name says which one is meant.
    ...(isName ? { servername: host } : {}),
    ...given,
    ...(settings.verifyIdentity ? {} : { checkServerIdentity: () => undefined }),
  };
}

async function askModule(url: string, properties: TlsSettings['properties']): Promise<ConnectionOptions> {
  let module: Partial<OptionsModule>;
  try {
    module = (await import(url)) as Partial<OptionsModule>;
  } catch (error) {
    // Another attempt may find the file descriptors that this one missed.
    const named = error instanceof Error ? namedIfOutOfFiles(error, `to read ${moduleName(url)}`) : error;
    if (named instanceof OutOfFilesError) throw named;
    throw invalid(
      `network.ssl.sslOptionsFactory: ${moduleName(url)} cannot be imported: ${nodeFailure(error)}`,
    );
  }
  if (typeof module.getSSLOptions !== 'function')
    throw invalid(`network.ssl.sslOptionsFactory: ${moduleName(url)} exports no function getSSLOptions`);
  await module.init?.(properties);
  return module.getSSLOptions();
}

/** A data: URL is the module's own text. */
function moduleName(url: string): string {
  return url.startsWith('data:') ? 'the data: module' : url;
}

/** Alerts by which a member says that it refuses this client's certificate, or wants one. */
const REFUSED_CERTIFICATE = /_ALERT_(\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED)$/;

/**
 * Turns an error that every further attempt would meet again into a RefusedError: the member's certificate is not trusted
 * or is for another name, or the member refused ours. Other errors are returned as they are.
 *
 * @param authorizationError the property of the `TLSSocket`, set when the member's certificate was not accepted.
 */
export function asRefusal(error: Error, authorizationError: unknown, at: string): Error {
  const { code } = error as { code?: unknown };
  if (authorizationError !== undefined && authorizationError !== null)
    return refused(`the certificate of ${at} is refused: ${error.message} (${String(code)})`);
  if (typeof code === 'string' && REFUSED_CERTIFICATE.test(code))
    return refused(`${at} refused this client's certificate, or the lack of one (${code})`);
  return error;
}

/**
 * Makes the error for certificates, ciphers and the like that Node.js cannot use. Fixed options will never work; a module may return
 * others next time.
 */
export function unusable(module: string | null, error: unknown): Error {
  const reason = nodeFailure(error);
  return module === null
    ? invalid(`network.ssl.sslOptions cannot be used: ${reason}`)
    : new Error(`the options of network.ssl.sslOptionsFactory cannot be used: ${reason}`);
}

function invalid(message: string): RefusedError {
  return new RefusedError(WorkerErrorCode.INVALID_CONFIGURATION, message);
}

function refused(message: string): RefusedError {
  return new RefusedError(WorkerErrorCode.AUTHENTICATION, message);
}
