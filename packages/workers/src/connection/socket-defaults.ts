import { getDefaultResultOrder, setDefaultResultOrder } from 'node:dns';
import {
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import tls from 'node:tls';
import type { SocketDefaults } from '@offloop/contract';

/** This thread's defaults. */
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

/** Makes these defaults this thread's. A worker has Node's own without it: `node --tls-min-v1.3` would be TLS 1.2 here. */
export function adoptSocketDefaults(defaults: SocketDefaults): void {
  tls.DEFAULT_MIN_VERSION = defaults.tlsMinVersion;
  tls.DEFAULT_MAX_VERSION = defaults.tlsMaxVersion;
  tls.DEFAULT_CIPHERS = defaults.tlsCiphers;
  setDefaultResultOrder(defaults.dnsResultOrder);
  setDefaultAutoSelectFamily(defaults.autoSelectFamily);
  setDefaultAutoSelectFamilyAttemptTimeout(defaults.autoSelectFamilyAttemptTimeout);
}
