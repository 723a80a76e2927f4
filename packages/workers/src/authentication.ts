import { decodeResponse, messages, type ResponseOf } from '@offloop/wire/protocol';
import type { Connection } from './connection.js';
import { describe } from './connection.js';
import { WorkerErrorCode, type ShardSettings } from './control.js';
import type { InternalCalls } from './internal-calls.js';
import { uuidText, wireUuid } from './partition-table.js';

const authentication: typeof messages.client.authentication = messages.client.authentication;

/** The one serialization version there is. */
const SERIALIZATION_VERSION = 1;
/** Members know what each client type can do; ours speaks and behaves as the Node.js client. */
const CLIENT_TYPE = 'NJS';
const RoutingMode = { SINGLE_MEMBER: 0, ALL_MEMBERS: 1 } as const;
const Status = { AUTHENTICATED: 0, CREDENTIALS_FAILED: 1, VERSION_MISMATCH: 2, NOT_ALLOWED: 3 } as const;

/** A member refused this client; `code` says why. */
export class RefusedError extends Error {
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type Authenticated = ResponseOf<typeof authentication> & {
  readonly memberId: string;
  readonly clusterKey: string;
};

/** Introduces the client to the member at the other end; its answer brings the member list and the partition table. */
export async function authenticate(
  connection: Connection,
  calls: InternalCalls,
  settings: ShardSettings,
): Promise<Authenticated> {
  const response = await calls.call(
    connection,
    authentication,
    {
      clusterName: settings.clusterName,
      username: null,
      password: null,
      uuid: wireUuid(settings.clientUuid),
      clientType: CLIENT_TYPE,
      serializationVersion: SERIALIZATION_VERSION,
      clientHazelcastVersion: settings.clientVersion,
      clientName: settings.clientName,
      labels: [...settings.labels],
      routingMode: settings.smartRouting ? RoutingMode.ALL_MEMBERS : RoutingMode.SINGLE_MEMBER,
      cpDirectToLeaderRouting: false,
    },
    (bytes, start, end) => decodeResponse(authentication, bytes, start, end),
  );
  const at = describe(connection.address);
  switch (response.status) {
    case Status.AUTHENTICATED:
      break;
    case Status.CREDENTIALS_FAILED:
      throw new RefusedError(
        WorkerErrorCode.AUTHENTICATION,
        `${at} refused the credentials, or its cluster is not called '${settings.clusterName}'`,
      );
    case Status.VERSION_MISMATCH:
      throw new RefusedError(
        WorkerErrorCode.ILLEGAL_STATE,
        `${at} does not speak serialization version ${SERIALIZATION_VERSION}`,
      );
    case Status.NOT_ALLOWED:
      throw new RefusedError(WorkerErrorCode.NOT_ALLOWED, `${at} does not allow this client in its cluster`);
    default:
      throw new RefusedError(
        WorkerErrorCode.AUTHENTICATION,
        `${at} answered with unknown status ${response.status}`,
      );
  }
  if (response.memberUuid === null) throw new Error(`${at} authenticated without naming itself`);
  return { ...response, memberId: uuidText(response.memberUuid), clusterKey: uuidText(response.clusterId) };
}
