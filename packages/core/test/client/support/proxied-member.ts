import { startMember, type Member, type MemberOptions } from '@offloop/member';
import { freePort, startFaultProxy, type FaultProxy } from '@offloop/tools';
import { onTestFinished } from 'vitest';

/** A member behind a fault proxy that clients have no way around: it names the proxy as its own address. */
export async function startProxiedMember(
  options: MemberOptions = {},
): Promise<{ member: Member; proxy: FaultProxy }> {
  const port = await freePort();
  const proxy = await startFaultProxy({ target: `127.0.0.1:${port}` });
  onTestFinished(() => proxy.close());
  const advertise = { host: proxy.host, port: proxy.port };
  const member = await startMember({ advertise, port, log: () => undefined, ...options });
  onTestFinished(() => member.stop());
  return { member, proxy };
}
