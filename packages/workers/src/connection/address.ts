import { UNIX_PREFIX, type Address } from '../control.js';

/** How an address is written in log lines and errors. */
export function addressText({ host, port }: Address): string {
  return host.startsWith(UNIX_PREFIX) ? host : `${host}:${port}`;
}
