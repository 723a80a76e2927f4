import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { UNIX_PREFIX, WorkerErrorCode, type Address, type TlsSettings } from './control.js';
import { RefusedError } from './refused-error.js';

/** What a module named in `network.ssl.sslOptionsFactory` exports. */
interface OptionsModule {
  readonly init?: (properties: Readonly<Record<string, unknown>>) => unknown;
  readonly getSSLOptions: () => ConnectionOptions | Promise<ConnectionOptions>;
}

/**
 * The options of `tls.connect` for one connection; a module is asked each time, so that it may read renewed files.
 *
 * Throws RefusedError when the module cannot be imported, and what its functions throw.
 */
export async function tlsOptions(settings: TlsSettings, { host }: Address): Promise<ConnectionOptions> {
  const given =
    settings.module === null ? settings.options : await askModule(settings.module, settings.properties);
  const isName = isIP(host) === 0 && !host.startsWith(UNIX_PREFIX);
  return {
    // Stated, since the environment (NODE_TLS_REJECT_UNAUTHORIZED) can change what Node takes for the default.
    rejectUnauthorized: true,
    // Node asks for no name by itself, and members behind one address tell by it who is meant.
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
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(`network.ssl.sslOptionsFactory: ${url} cannot be imported: ${reason}`);
  }
  if (typeof module.getSSLOptions !== 'function') {
    throw invalid(`network.ssl.sslOptionsFactory: ${url} exports no function getSSLOptions`);
  }
  await module.init?.(properties);
  return module.getSSLOptions();
}

/** Alerts by which a member says that it does not take this client's certificate, or misses one. */
const REFUSED_CERTIFICATE = /_ALERT_(\w*CERTIFICATE\w*|UNKNOWN_CA|ACCESS_DENIED)$/;

/**
 * Tells the errors that end for the same reason at each attempt (a certificate is not trusted, or is for somebody else;
 * ours was refused) from the rest.
 *
 * @param authorizationError that of the `TLSSocket`, set when the member's certificate failed.
 */
export function asRefusal(error: Error, authorizationError: unknown, at: string): Error {
  const { code } = error as { code?: unknown };
  if (authorizationError !== undefined && authorizationError !== null) {
    return refused(`the certificate of ${at} is refused: ${error.message} (${String(code)})`);
  }
  if (typeof code === 'string' && REFUSED_CERTIFICATE.test(code)) {
    return refused(`${at} refused this client's certificate, or the lack of one (${code})`);
  }
  return error;
}

/** Options that no socket can be made with. */
export function invalid(message: string): RefusedError {
  return new RefusedError(WorkerErrorCode.INVALID_CONFIGURATION, message);
}

function refused(message: string): RefusedError {
  return new RefusedError(WorkerErrorCode.AUTHENTICATION, message);
}
