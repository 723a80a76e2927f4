import {
  advancedNetworkXml,
  freePort,
  startFaultProxy,
  startRealMember,
  type FaultProxy,
  type RealMember,
  type RealMemberOptions,
} from '@offloop/tools';

import { forTests } from './members.js';

const HOST = '127.0.0.1';

export interface Place {
  readonly member: RealMember;
  /** What the member tells clients is its address. */
  readonly proxy: FaultProxy;
  /** The member's own port for clients, behind the proxy. */
  readonly clientPort: number;
}

export interface ProxiedCluster {
  readonly places: readonly Place[];
  stop(): Promise<void>;
}

type Options = Pick<RealMemberOptions, 'properties' | 'sql'>;

/** Real members of the file's own, each with a proxy in front that clients have no way around; they talk to each other directly. */
export function proxiedCluster(size: number, options: Options = {}): ProxiedCluster {
  return forTests(
    () => start(size, options),
    (cluster) => cluster.stop(),
  );
}

async function start(size: number, options: Options): Promise<ProxiedCluster> {
  const memberPorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const places: Place[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(places.flatMap(({ member, proxy }) => [member.kill(), proxy.close()]));
  };
  try {
    // The first founds the cluster, then the others join it.
    for (const port of memberPorts) {
      const clientPort = await freePort();
      const proxy = await startFaultProxy({ target: `${HOST}:${clientPort}` });
      const member = await startRealMember({
        ...options,
        port,
        heap: '256m',
        backupCount: 1,
        // How often members look for clients that are gone, whose locks are to be freed. Their default is 10 s.
        properties: { 'hazelcast.client.cleanup.period.millis': '500', ...options.properties },
        networkXml: advancedNetworkXml({
          memberPort: port,
          memberPorts,
          clientPort,
          publicAddress: proxy.address,
        }),
      });
      places.push({ member, proxy, clientPort });
    }
    const complete = new RegExp(`Members \\{size:${size},`);
    await Promise.all(places.map(({ member }) => member.untilLogged(complete)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { places, stop };
}
