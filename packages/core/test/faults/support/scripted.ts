import type { Fault, FaultyRequest, Member } from '@offloop/member';
import { encodeResponse, messages, type MessageSpec, type ResponseOf, type WireUuid } from '@offloop/wire';

const { authentication } = messages.client;
type Response = ResponseOf<typeof authentication>;
type MemberInfo = NonNullable<Response['memberInfos']>[number];

const UUID: WireUuid = { msb: 1n, lsb: 2n };

/** From now on the member answers all requests of one kind with these bytes, or so many of them. */
export function answerWith(
  member: Member,
  message: string,
  bytes: (request: FaultyRequest) => Uint8Array,
  times: number = Infinity,
): Fault {
  return member.faults.add({ message, times, action: { kind: 'raw', bytes } });
}

/** The response to a request. */
export function responseTo<M extends MessageSpec>(
  { correlationId }: Pick<FaultyRequest, 'correlationId'>,
  spec: M,
  fields: ResponseOf<M>,
): Buffer {
  return encodeResponse(spec, fields, correlation(correlationId));
}

/** The halves of a request's correlation id, for what answers it. */
export function correlation(id: bigint): { correlationLow: number; correlationHigh: number } {
  return {
    correlationLow: Number(BigInt.asIntN(32, id)),
    correlationHigh: Number(BigInt.asIntN(32, id >> 32n)),
  };
}

/** What a member says that lets a client in, with this in it. */
export function welcome(correlationId: bigint, claims: Partial<Response>): Buffer {
  const response = {
    status: 0,
    address: { host: '127.0.0.1', port: 5701 },
    memberUuid: UUID,
    serializationVersion: 1,
    serverHazelcastVersion: '5.6.0',
    partitionCount: 271,
    clusterId: UUID,
    failoverSupported: false,
    tpcPorts: null,
    tpcToken: null,
    memberListVersion: 1,
    memberInfos: [],
    partitionListVersion: 1,
    partitions: [],
    keyValuePairs: new Map<string, string>(),
    ...claims,
  };
  return encodeResponse(authentication, response, correlation(correlationId));
}

/** An entry of a member list. */
export function memberInfo(uuid: WireUuid, port: number, liteMember = false): MemberInfo {
  return {
    address: { host: '127.0.0.1', port },
    uuid,
    attributes: new Map(),
    liteMember,
    version: { major: 5, minor: 6, patch: 0 },
    addressMap: new Map(),
  };
}
