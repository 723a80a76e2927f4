import { IllegalStateError } from '@offloop/values';
import { asText, type FileFields } from '../reading/file-fields.js';
import { optional, section, text, type Checked, type Options, type Reader } from '../reading/readers.js';

/** `network.hazelcastCloud`: a cluster of Hazelcast Cloud, whose service is asked for the members' addresses. */
export interface ClientCloudConfig {
  /**
   * The cluster's discovery token. With it `network.clusterMembers` must be empty. Members are connected to at their public
   * addresses. The service is that of the property `hazelcast.client.cloud.url`; its certificate is checked with Node's
   * authorities and those of `NODE_EXTRA_CA_CERTS`. Default: none.
   */
  discoveryToken?: string;
}

/** `network.hazelcastCloud`, checked. Null: the cluster is not in the cloud. */
export type ResolvedCloud = Checked<ClientCloudConfig, { readonly discoveryToken: string | null }>;

const options: Options<ResolvedCloud> = {
  discoveryToken: optional<string | null>(text, null),
};

export const readCloud: Reader<ResolvedCloud> = section(options, 'hazelcast cloud option');

export const cloudFields: FileFields = {
  'network.hazelcast-cloud.discovery-token': asText('network/hazelcastCloud/discoveryToken'),
};

/**
 * Throws IllegalStateError if addresses are given, too. Its message begins as the official one. @param path path of
 * `network`.
 */
export function checkAlone({ discoveryToken }: ResolvedCloud, path: string): void {
  if (discoveryToken === null) return;
  const error = new IllegalStateError(
    'Only one discovery method can be enabled at a time. Cluster members given explicitly: true, Hazelcast Cloud enabled. ' +
      `Leave out ${path}.clusterMembers or ${path}.hazelcastCloud`,
  );
  error.details = { option: `${path}.hazelcastCloud`, accepted: 'one of the two' };
  throw error;
}
