import { isIPv6 } from 'node:net';
import { describe } from '../errors/describe.js';
import { InvalidAddressError } from '../errors/hierarchy.js';

/** Prefix of the host in a Unix-domain socket's address. */
const UNIX_PREFIX = 'unix:';

/** The network address of a client or a member. */
export interface Address {
  /** A host name or an IP address, without brackets. */
  host: string;
  port: number;
  /** Returns `host:port`, or `unix:/path` for a Unix-domain socket. */
  toString(): string;
}

/** Implementation of {@link Address} that this client gives out. */
export class AddressImpl implements Address {
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  equals(other: Address | null | undefined): boolean {
    return other !== null && other !== undefined && other.host === this.host && other.port === this.port;
  }

  toString(): string {
    return this.host.startsWith(UNIX_PREFIX) ? this.host : `${this.host}:${this.port}`;
  }
}

/** Host and port as a configured address names them; `port` is undefined when it names none. */
export interface HostAndPort {
  host: string;
  port: number | undefined;
}

/**
 * Parses `host`, `host:port`, an IPv6 address, `[IPv6]:port`, or `unix:/path` (all of which is the host).
 *
 * Throws {@link InvalidAddressError} for anything else; a port is 1 to 65535.
 */
export function parseAddress(text: string): HostAndPort {
  if (/^unix:\/./.test(text)) return { host: text, port: undefined };
  const match = /^\[([^\]]*)\](?::(.*))?$/.exec(text) ?? /^([^:]*)(?::([^:]*))?$/.exec(text) ?? [text, text];
  const [, host = '', port] = match;
  if (host === '' || /[\s[\]/]/.test(host) || (host.includes(':') && !isIPv6(host))) {
    throw new InvalidAddressError(`${describe(text)} is not an address`);
  }
  if (port === undefined) return { host, port: undefined };
  const number = Number(port);
  if (!/^\d+$/.test(port) || number < 1 || number > 65_535) {
    throw new InvalidAddressError(
      `the port of an address is not a number from 1 to 65535, but ${describe(port)}`,
    );
  }
  return { host, port: number };
}
