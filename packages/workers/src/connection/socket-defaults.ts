import { getDefaultResultOrder, setDefaultResultOrder } from 'node:dns';
import {
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import tls from 'node:tls';
import type { SocketDefaults } from '@offloop/contract';

/** Returns this thread's defaults for sockets: of TLS, of DNS, and of the choice between IPv4 and IPv6. */
export function socketDefaults(): SocketDefaults {
  return {
    tlsMinVersion: tls.DEFAULT_MIN_VERSION,
    tlsMaxVersion: tls.DEFAULT_MAX_VERSION,
    tlsCiphers: tls.DEFAULT_CIPHERS,
    dnsResultOrder: getDefaultResultOrder(),
    autoSelectFamily: getDefaultAutoSelectFamily(),
    autoSelectFamilyAttemptTimeout: getDefaultAutoSelectFamilyAttemptTimeout(),
  };
}

/** Makes these the defaults of this thread. A worker begins with those of Node.js: `node --tls-min-v1.3` would mean TLS 1.2 here. */
export function adoptSocketDefaults(defaults: SocketDefaults): void {
  tls.DEFAULT_MIN_VERSION = defaults.tlsMinVersion;
  tls.DEFAULT_MAX_VERSION = defaults.tlsMaxVersion;
  tls.DEFAULT_CIPHERS = defaults.tlsCiphers;
  setDefaultResultOrder(defaults.dnsResultOrder);
  setDefaultAutoSelectFamily(defaults.autoSelectFamily);
  setDefaultAutoSelectFamilyAttemptTimeout(defaults.autoSelectFamilyAttemptTimeout);
}
