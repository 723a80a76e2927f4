import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

import { HttpError } from './http-error.js';

interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}

/** The names by which a browser can reach this server: on this machine, and on others that know this machine's name. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', hostname().toLowerCase()]);

/**
 * Throws HttpError 421 for a request that names another host. A foreign page can make its own name lead to this address, but then its
 * browser sends that name, which is neither one of ours nor an IP address.
 */
export function requireOwnHost({ headers }: WithHeaders, servedHost: string): void {
  const host = headers.host ?? '';
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (OWN_NAMES.has(name) || name === servedHost.toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) !== 0)
    return;
  throw new HttpError(
    421,
    'wrong-host',
    `this is not ${host}`,
    'an IP address, localhost, or the name of --host',
  );
}

/** Throws HttpError 403 unless the browser says that the request comes from a page of this server. */
export function requireOwnOrigin({ headers }: WithHeaders): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin === `http://${headers.host}` && (site === undefined || site === 'same-origin')) return;
  throw new HttpError(
    403,
    'foreign-origin',
    'loads are started by the page of this server only',
    `the buttons at http://${headers.host ?? 'this server'}/`,
  );
}
