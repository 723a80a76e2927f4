import { joinElement } from './member-xml.js';

const HOST = '127.0.0.1';
const BIND = `<interfaces enabled="true"><interface>${HOST}</interface></interfaces>`;

export interface AdvancedNetworkOptions {
  /** Port at which other members find this one. */
  readonly memberPort: number;
  /** Ports of all members of the cluster, this one included. */
  readonly memberPorts: readonly number[];
  /** Port that clients connect to. */
  readonly clientPort: number;
  /** Address (`host:port`) that clients are told is this member's: a proxy in front of `clientPort`. */
  readonly publicAddress: string;
  /** Port that answers `GET /hazelcast/health`. Default: none. */
  readonly healthPort?: number;
}

/**
 * Returns an `<advanced-network>` for `network` of a member's configuration, on loopback only. Members and clients have ports of their own:
 * only then can clients be told another address than members are.
 */
export function advancedNetworkXml(options: AdvancedNetworkOptions): string {
  const members = options.memberPorts.map((port) => `${HOST}:${port}`);
  return `
  <advanced-network enabled="true">
${joinElement(members)}
    <member-server-socket-endpoint-config>
      <port auto-increment="false">${options.memberPort}</port>${BIND}
    </member-server-socket-endpoint-config>
    <client-server-socket-endpoint-config>
      <port auto-increment="false">${options.clientPort}</port>
      <public-address>${options.publicAddress}</public-address>${BIND}
    </client-server-socket-endpoint-config>${options.healthPort === undefined ? '' : healthElement(options.healthPort)}
  </advanced-network>`;
}

function healthElement(port: number): string {
  return `
    <rest-server-socket-endpoint-config>
      <port auto-increment="false">${port}</port>${BIND}
      <endpoint-groups><endpoint-group name="HEALTH_CHECK" enabled="true"/></endpoint-groups>
    </rest-server-socket-endpoint-config>`;
}
