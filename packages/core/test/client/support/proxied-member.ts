import type { Member, MemberOptions } from '@offloop/member';
import { freePort, startFaultProxy, type FaultProxy } from '@offloop/tools';
import { onTestFinished } from 'vitest';

import { connectMap, type Config, type ConnectedMap } from './client-bench.js';
import { memberOfTest } from './embedded-member.js';

export interface ProxiedMember {
  readonly member: Member;
  readonly proxy: FaultProxy;
}

/** A fault proxy until the test is over. */
export async function proxyTo(target: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy({ target });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A member behind a fault proxy that clients have no way around: it names the proxy as its own address. */
export async function startProxiedMember(options: MemberOptions = {}): Promise<ProxiedMember> {
  const port = await freePort();
  const proxy = await proxyTo(`127.0.0.1:${port}`);
  const advertise = { host: proxy.host, port: proxy.port };
  const member = await memberOfTest({ advertise, port, ...options });
  return { member, proxy };
}

/** A map of a client of such a member. */
export async function proxiedMap<K, V>(config: Config = {}): Promise<ProxiedMember & ConnectedMap<K, V>> {
  const { member, proxy } = await startProxiedMember();
  return { member, proxy, ...(await connectMap<K, V>(proxy.address, config)) };
}
