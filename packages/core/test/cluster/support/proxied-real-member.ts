import {
  freePort,
  startFaultProxy,
  startRealMember,
  type FaultProxy,
  type RealMember,
  type RealMemberOptions,
} from '@offloop/tools';

import { forTests } from './members.js';

export interface ProxiedMember {
  readonly member: RealMember;
  readonly proxy: FaultProxy;
  stop(): Promise<void>;
}

type Options = Pick<RealMemberOptions, 'sql'>;

/** A real member of the file's own that clients reach only through a proxy: the address it tells them is the proxy's. */
export function proxiedRealMember(options: Options = {}): ProxiedMember {
  return forTests(
    () => start(options),
    (place) => place.stop(),
  );
}

async function start(options: Options): Promise<ProxiedMember> {
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
