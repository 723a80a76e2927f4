import {
  freePort,
  startFaultProxy,
  startRealMember,
  type FaultProxy,
  type RealMember,
  type RealMemberOptions,
} from '@offloop/tools';

export interface ProxiedMember {
  readonly member: RealMember;
  readonly proxy: FaultProxy;
  stop(): Promise<void>;
}

/** A real member that clients reach only through a proxy: the address it tells them is the proxy's. */
export async function startProxiedRealMember(
  options: Pick<RealMemberOptions, 'sql'> = {},
): Promise<ProxiedMember> {
  const port = await freePort();
  const proxy = await startFaultProxy({ target: `127.0.0.1:${port}` });
  const member = await startRealMember({
    ...options,
    port,
    jvmOptions: [`-Dhazelcast.local.publicAddress=${proxy.address}`],
  });
  return {
    member,
    proxy,
    stop: async () => {
      await proxy.close();
      await member.kill();
    },
  };
}
