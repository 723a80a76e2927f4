import {
  UNIX_PREFIX,
  type Address,
  type CandidateCluster,
  type Credentials,
  type TlsSettings,
} from '@offloop/contract';
import { BasicSSLOptionsFactory, PROPERTIES } from '../config/basic-ssl-options-factory.js';
import { rejected } from '../config/reading/readers.js';
import type { ResolvedConfig } from '../config/client-config.js';
import type { ResolvedCredentials } from '../config/sections/security-config.js';
import { cloneableTlsOptions, type ResolvedSsl } from '../config/sections/tls-config.js';
import {
  DataEncoder,
  describeError,
  HazelcastError,
  HazelcastSerializationError,
  toData,
  type HostAndPort,
} from '@offloop/values';

/** Ports that are tried, in this order, at an address without a port: the official client's rule. */
const FIRST_PORT = 5701;
const FURTHER_PORTS = [5702, 5703];

/**
 * Returns the configured cluster in a form that crosses to a worker: user code (credentials' serializers, an options factory)
 * runs here.
 *
 * Rejects with InvalidConfigurationError and HazelcastSerializationError.
 */
export async function candidateCluster(config: ResolvedConfig): Promise<CandidateCluster> {
  const { clusterMembers, hazelcastCloud, ssl } = config.network;
  const { discoveryToken } = hazelcastCloud;
  const inCloud = discoveryToken !== null;
  return {
    clusterName: config.clusterName,
    credentials: credentials(config.credentials, config),
    addresses: inCloud ? [] : clusterMembers.map(first),
    secondaryAddresses: inCloud ? [] : clusterMembers.flatMap(further),
    cloud: inCloud ? { url: config.properties['hazelcast.client.cloud.url'], token: discoveryToken } : null,
    tls: ssl.enabled ? await tlsSettings(ssl) : null,
  };
}

function first({ host, port }: HostAndPort): Address {
  return { host, port: port ?? (host.startsWith(UNIX_PREFIX) ? 0 : FIRST_PORT) };
}

function further({ host, port }: HostAndPort): Address[] {
  if (port !== undefined || host.startsWith(UNIX_PREFIX)) return [];
  return FURTHER_PORTS.map((each) => ({ host, port: each }));
}

function credentials(given: ResolvedCredentials, { serialization }: ResolvedConfig): Credentials {
  if (!('custom' in given)) return given;
  try {
    return { token: toData(given.custom, new DataEncoder(serialization)) };
  } catch (error) {
    if (error instanceof HazelcastError) throw error;
    const why = `custom credentials cannot be serialized: ${describeError(error)} was thrown`;
    throw new HazelcastSerializationError(why, error);
  }
}

async function tlsSettings(ssl: ResolvedSsl): Promise<TlsSettings> {
  const { verifyIdentity, sslOptionsFactory: factory } = ssl;
  const properties = ssl.sslOptionsFactoryProperties ?? {};
  if (typeof factory === 'string') return { options: {}, module: factory, properties, verifyIdentity };
  const plain = { module: null, properties: {}, verifyIdentity };
  if (factory === null && ssl.sslOptionsFactoryProperties === null) {
    return { ...plain, options: ssl.sslOptions };
  }
  const maker = factory ?? new BasicSSLOptionsFactory();
  await maker.init(properties);
  const path = 'network.ssl.sslOptionsFactory.getSSLOptions()';
  // Awaited: a promise has no options of its own, and would be taken for none.
  const given: unknown = maker.getSSLOptions();
  const options = await given;
  if (typeof options !== 'object' || options === null) throw rejected(path, options, 'an object');
  return { ...plain, options: cloneableTlsOptions(options, factory === null ? PROPERTIES : path) };
}
