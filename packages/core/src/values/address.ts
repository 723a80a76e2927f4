import { isIPv6 } from 'node:net';
import { InvalidAddressError } from '../errors/hierarchy.js';

/** Where a client or a member listens. */
export interface Address {
  /** A host name or an IP address, without brackets. */
  host: string;
  port: number;
  /** `host:port`. */
  toString(): string;
}

/** The {@link Address} this client gives out. */
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
    return `${this.host}:${this.port}`;
  }
}

/** The host and port of a member's configured address; port undefined when it names none. */
export interface HostAndPort {
  host: string;
  port: number | undefined;
}

/**
 * Reads `host`, `host:port`, an IPv6 address, or `[IPv6]:port`.
 *
 * Throws {@link InvalidAddressError} for anything else; a port is 1 to 65535.
 */
export function parseAddress(text: string): HostAndPort {
  const match = /^\[([^\]]*)\](?::(.*))?$/.exec(text) ?? /^([^:]*)(?::([^:]*))?$/.exec(text) ?? [text, text];
  const [, host = '', port] = match;
  if (host === '' || /[\s[\]/]/.test(host) || (host.includes(':') && !isIPv6(host))) {
    throw new InvalidAddressError(`${JSON.stringify(text)} is not an address`);
  }
  if (port === undefined) return { host, port: undefined };
  const number = Number(port);
  if (!/^\d+$/.test(port) || number < 1 || number > 65_535) {
    throw new InvalidAddressError(`The port of ${JSON.stringify(text)} is not a number from 1 to 65535`);
  }
  return { host, port: number };
}
