import type { Member, MemberOptions } from '@offloop/member';
import {
  freePort,
  startTlsProxy,
  type FaultProxy,
  type TlsProxy,
  type TlsProxyOptions,
} from '@offloop/tools';
import { onTestFinished } from 'vitest';

import { memberOfTest } from './embedded-member.js';
import { proxyTo } from './proxied-member.js';

/** A member that is reached by TLS only: client → fault proxy → TLS proxy → member. */
export async function startTlsMember(
  tls: Omit<TlsProxyOptions, 'target'>,
  options: MemberOptions = {},
): Promise<{ member: Member; tlsProxy: TlsProxy; proxy: FaultProxy }> {
  const [memberPort, tlsPort] = [await freePort(), await freePort()];
  const proxy = await proxyTo(`127.0.0.1:${tlsPort}`);
  const tlsProxy = await startTlsProxy({ ...tls, target: `127.0.0.1:${memberPort}`, port: tlsPort });
  onTestFinished(() => tlsProxy.close());
  const advertise = { host: proxy.host, port: proxy.port };
  const member = await memberOfTest({ advertise, port: memberPort, ...options });
  return { member, tlsProxy, proxy };
}
