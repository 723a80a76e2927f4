import { isIP } from 'node:net';
import type { LinkSettings } from '../../link/settings.js';
import type { Options, SocketOptions } from '../types/options.js';
import { addressOf } from './address.js';
import { clientProperties } from './client-properties.js';

/** Makes a connection's settings from the arguments of `connect`. Throws for an address that cannot be used. */
export function linkSettings(
  url: string | Options.Connect | null | undefined | false,
  options: SocketOptions,
): LinkSettings {
  const {
    noDelay,
    timeout,
    keepAlive,
    keepAliveDelay,
    clientProperties: own,
    credentials,
    ...rest
  } = options;
  const { secure, host, port, credentials: known, ...asked } = addressOf(url);
  const { threaded: _, servername, ...socket } = rest;
  const used = credentials ?? known;
  // Names only: an address as a server's name is refused by Node.js.
  const name = servername || (isIP(host ?? '') ? undefined : host);
  return {
    ...asked,
    socket: {
      ...socket,
      ...(host === undefined ? {} : { host }),
      port,
      noDelay: noDelay ?? true,
      ...(name === undefined ? {} : { servername: name }),
    },
    secure,
    timeout: timeout || undefined,
    keepAlive: Boolean(keepAlive),
    keepAliveDelay: keepAliveDelay || 0,
    mechanism: used.mechanism,
    response: used.response(),
    clientProperties: clientProperties(own ?? {}),
  };
}
