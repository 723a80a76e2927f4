import { describe, parseAddress, type HostAndPort } from '@offloop/values';
import { asFlag, asList, asNumber, asWord, type FileFields } from '../reading/file-fields.js';
import {
  arrayOf,
  delay,
  flag,
  optional,
  rejected,
  section,
  wrong,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';
import {
  checkAlone,
  cloudFields,
  readCloud,
  type ClientCloudConfig,
  type ResolvedCloud,
} from './cloud-config.js';
import { readSsl, sslFields, type ResolvedSsl, type SSLConfig } from './tls-config.js';

/** `network`: addresses of the cluster, and how the client connects to it. */
export interface ClientNetworkConfig {
  /**
   * Addresses at which the client looks for the cluster: `host`, `host:port`, an IPv6 address, `[IPv6]:port`, or `unix:/path`
   * for a Unix-domain socket. Without a port, 5701 to 5703 are tried. Default `['127.0.0.1']`.
   */
  clusterMembers?: string[];
  /** A cluster of Hazelcast Cloud, instead of `clusterMembers`. Default: none. */
  hazelcastCloud?: ClientCloudConfig;
  /**
   * Milliseconds to open a connection, as many again to authenticate on it, and the longest silence while listeners are registered on it;
   * 0: no limit. Default 5000.
   */
  connectionTimeout?: number;
  /** Send operations again that may already have run when their connection was lost. Default false. */
  redoOperation?: boolean;
  /**
   * True: the client connects to every member and sends a key's operations to its owner. False: it connects to one member, which
   * passes operations on. Default true.
   */
  smartRouting?: boolean;
  /** TLS settings of the connections. Default: without TLS. */
  ssl?: SSLConfig;
}

/** `network`, checked. There is at least one address; in the cloud addresses have no effect. */
export type ResolvedNetwork = Checked<
  ClientNetworkConfig,
  {
    readonly clusterMembers: readonly HostAndPort[];
    readonly hazelcastCloud: ResolvedCloud;
    readonly ssl: ResolvedSsl;
  }
>;

const address: Reader<HostAndPort> = (value, path) => {
  const accepted = 'host, host:port, an IPv6 address, [IPv6]:port or unix:/path, as a string';
  if (typeof value !== 'string') throw rejected(path, value, accepted);
  try {
    return parseAddress(value);
  } catch {
    throw wrong(path, `is ${describe(value)}${hintOfAddress(value)}`, accepted);
  }
};

/** Names a frequent mistake in an address. The address itself is not shown: it may hold a password. */
function hintOfAddress(given: string): string {
  if (given.includes('://')) return ' with a scheme, as a URL has';
  if (given.includes(',')) return ' with a comma: each address is an element of the array';
  if (/\s/.test(given)) return ' with white space in it';
  if (/^[^:]+:[^:]*$/.test(given)) return ' whose port is not a number from 1 to 65535';
  return '';
}

const addresses: Reader<HostAndPort[]> = (value, path) => {
  const given = value === undefined ? [] : arrayOf(address)(value, path);
  return given.length > 0 ? given : [{ host: '127.0.0.1', port: undefined }];
};

const options: Options<ResolvedNetwork> = {
  clusterMembers: addresses,
  hazelcastCloud: readCloud,
  connectionTimeout: optional(delay(0), 5000),
  redoOperation: optional(flag, false),
  smartRouting: optional(flag, true),
  ssl: readSsl,
};

export const readNetwork: Reader<ResolvedNetwork> = (value, path) => {
  const network = section(options, 'network option')(value, path);
  const { clusterMembers = [] } = (value ?? {}) as ClientNetworkConfig;
  if (clusterMembers.length > 0) checkAlone(network.hazelcastCloud, path);
  return network;
};

export const networkFields: FileFields = {
  'network.cluster-members': asList('network/clusterMembers'),
  ...cloudFields,
  'network.smart-routing': asFlag('network/smartRouting'),
  'network.cluster-routing.mode': asWord('network/smartRouting', { ALL_MEMBERS: true, SINGLE_MEMBER: false }),
  'network.redo-operation': asFlag('network/redoOperation'),
  'network.connection-timeout': asNumber('network/connectionTimeout'),
  'network.socket-options.tcp-no-delay': asFlag('properties/hazelcast.client.socket.no.delay'),
  ...sslFields,
};
