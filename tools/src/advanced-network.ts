import { joinElement } from './member-xml.js';

const HOST = '127.0.0.1';
const BIND = `<interfaces enabled="true"><interface>${HOST}</interface></interfaces>`;

export interface AdvancedNetworkOptions {
  /** The port other members find this one at. */
  readonly memberPort: number;
  /** The ports members find one another at: this member's and all others'. */
  readonly memberPorts: readonly number[];
  /** The port clients connect to. */
  readonly clientPort: number;
  /** What clients are told is this member's address (`host:port`): a proxy in front of `clientPort`. */
  readonly publicAddress: string;
  /** Answers `GET /hazelcast/health`. Default: none. */
  readonly healthPort?: number;
}

/**
 * An `<advanced-network>` for `network` of a member's configuration, on loopback only: ports of their own for members and
 * clients, for only then can what clients are told differ from what members are told.
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
