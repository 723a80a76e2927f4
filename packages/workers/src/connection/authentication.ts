import { decodeResponse, messages, type StructOf, type WireUuid, uuidText, wireUuid } from '@offloop/wire';
import { WorkerErrorCode, type CandidateCluster, type ShardSettings, addressText } from '@offloop/contract';
import type { Connection } from './connection.js';
import type { InternalCalls } from './internal-calls.js';
import { OnSilence } from './silence.js';
import { RefusedError } from './errors.js';
import { checkMemberCount, checkPartitionCount } from './view-limits.js';

const { authentication, authenticationCustom }: typeof messages.client = messages.client;

/** The one serialization version there is. */
const SERIALIZATION_VERSION = 1;
/** The client type that members are told: they know what each can do, and this client behaves as the official Node.js one. */
export const CLIENT_TYPE = 'NJS';
const RoutingMode = { SINGLE_MEMBER: 0, ALL_MEMBERS: 1 } as const;
const Status = { AUTHENTICATED: 0, CREDENTIALS_FAILED: 1, VERSION_MISMATCH: 2, NOT_ALLOWED: 3 } as const;

/** The fields that are used of the responses to both ways of authenticating. */
interface AuthenticationResponse {
  readonly status: number;
  readonly memberUuid: WireUuid | null;
  readonly partitionCount: number;
  readonly clusterId: WireUuid;
  readonly failoverSupported: boolean;
  readonly memberListVersion?: number | undefined;
  readonly memberInfos?: readonly StructOf<'MemberInfo'>[] | null | undefined;
  readonly partitionListVersion?: number | undefined;
  readonly partitions?: readonly [WireUuid, number[]][] | null | undefined;
}

/** The response of a member that has accepted the client, with the UUIDs of the member and of its cluster as text. */
export type Authenticated = AuthenticationResponse & {
  readonly memberId: string;
  readonly clusterKey: string;
};

/**
 * Authenticates the client to the member at the other end of a connection. The response has the member list and the partition table.
 *
 * Throws RefusedError when the member does not accept the client, ProtocolError for a cluster larger than the limits.
 */
export async function authenticate(
  connection: Connection,
  calls: InternalCalls,
  settings: ShardSettings,
  candidate: CandidateCluster,
): Promise<Authenticated> {
  const response = await request(connection, calls, settings, candidate);
  const at = addressText(connection.address);
  switch (response.status) {
    case Status.AUTHENTICATED:
      break;
    case Status.CREDENTIALS_FAILED:
      throw new RefusedError(
        WorkerErrorCode.AUTHENTICATION,
        'The configured cluster name on the client does not match the one configured in the cluster or the credentials set in the client ' +
          `security config could not be authenticated. It was ${at} that refused them; clusterName is '${candidate.clusterName}'`,
      );
    case Status.VERSION_MISMATCH:
      throw new RefusedError(
        WorkerErrorCode.ILLEGAL_STATE,
        `Server serialization version does not match to client. ${at} does not speak version ${SERIALIZATION_VERSION}`,
      );
    case Status.NOT_ALLOWED:
      throw new RefusedError(
        WorkerErrorCode.NOT_ALLOWED,
        `Client is not allowed in the cluster. It was ${at} that said so`,
      );
    default:
      throw new RefusedError(
        WorkerErrorCode.AUTHENTICATION,
        `Authentication status code not supported. Status: ${response.status}, answered by ${at}`,
      );
  }
  if (settings.failoverTryCount !== null && !response.failoverSupported)
    throw new RefusedError(
      WorkerErrorCode.NOT_ALLOWED,
      `${at} does not support failover, which only members of Hazelcast Enterprise do`,
    );
  checkPartitionCount(response.partitionCount);
  checkMemberCount(response.memberInfos?.length ?? 0);
  if (response.memberUuid === null) throw new Error(`${at} authenticated without naming itself`);
  return { ...response, memberId: uuidText(response.memberUuid), clusterKey: uuidText(response.clusterId) };
}

function request(
  connection: Connection,
  calls: InternalCalls,
  settings: ShardSettings,
  { clusterName, credentials }: CandidateCluster,
): Promise<AuthenticationResponse> {
  const client = {
    clusterName,
    uuid: wireUuid(settings.clientUuid),
    clientType: CLIENT_TYPE,
    serializationVersion: SERIALIZATION_VERSION,
    clientHazelcastVersion: settings.clientVersion,
    clientName: settings.clientName,
    labels: [...settings.labels],
    routingMode: settings.smartRouting ? RoutingMode.ALL_MEMBERS : RoutingMode.SINGLE_MEMBER,
    cpDirectToLeaderRouting: false,
  };
  if ('token' in credentials)
    return calls.call(
      connection,
      authenticationCustom,
      { ...client, credentials: Buffer.from(credentials.token) },
      (bytes, start, end) => decodeResponse(authenticationCustom, bytes, start, end),
      OnSilence.WAIT,
    );
  return calls.call(
    connection,
    authentication,
    { ...client, ...credentials },
    (bytes, start, end) => decodeResponse(authentication, bytes, start, end),
    OnSilence.WAIT,
  );
}
