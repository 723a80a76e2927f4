import { startMember, type Member, type MemberOptions } from '@offloop/member';
import {
  freePort,
  startFaultProxy,
  startTlsProxy,
  type FaultProxy,
  type TlsProxy,
  type TlsProxyOptions,
} from '@offloop/tools';
import { onTestFinished } from 'vitest';

/** A member that is reached by TLS only: client → fault proxy → TLS proxy → member. */
export async function startTlsMember(
  tls: Omit<TlsProxyOptions, 'target'>,
  options: MemberOptions = {},
): Promise<{ member: Member; tlsProxy: TlsProxy; proxy: FaultProxy }> {
  const [memberPort, tlsPort] = [await freePort(), await freePort()];
  const proxy = await startFaultProxy({ target: `127.0.0.1:${tlsPort}` });
  onTestFinished(() => proxy.close());
  const tlsProxy = await startTlsProxy({ ...tls, target: `127.0.0.1:${memberPort}`, port: tlsPort });
  onTestFinished(() => tlsProxy.close());
  const advertise = { host: proxy.host, port: proxy.port };
  const member = await startMember({ advertise, port: memberPort, log: () => undefined, ...options });
  onTestFinished(() => member.stop());
  return { member, tlsProxy, proxy };
}
