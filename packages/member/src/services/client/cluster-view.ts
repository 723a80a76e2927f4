import type { StructOf, WireUuid } from '@offloop/wire';

import { randomUuid } from '../../protocol/uuid.js';

/** The Hazelcast version that this member reports to clients; it follows the client protocol of this release. */
export const SERVER_VERSION = '5.6.0';

// Neither list ever changes: there is one member, which owns every partition.
const VIEW_VERSION = 1;

/** The protocol's key of a member's public address. */
const PUBLIC = { type: 1, identifier: 'public' };

/** The member list and the partition table for clients: this member alone, owner of every partition. */
export class ClusterView {
  readonly clusterId: WireUuid = randomUuid();
  readonly memberUuid: WireUuid = randomUuid();
  readonly version: number = VIEW_VERSION;
  readonly address: { readonly host: string; readonly port: number };
  readonly partitionCount: number;
  readonly memberInfos: StructOf<'MemberInfo'>[];
  readonly partitions: [WireUuid, number[]][];

  constructor(
    address: { readonly host: string; readonly port: number },
    partitionCount: number,
    publicAddress?: { readonly host: string; readonly port: number },
  ) {
    this.address = { host: address.host, port: address.port };
    this.partitionCount = partitionCount;
    this.memberInfos = [
      {
        address: { ...this.address },
        uuid: this.memberUuid,
        attributes: new Map(),
        liteMember: false,
        version: { major: 5, minor: 6, patch: 0 },
        addressMap: new Map(publicAddress === undefined ? [] : [[PUBLIC, { ...publicAddress }]]),
      },
    ];
    this.partitions = [[this.memberUuid, Array.from({ length: partitionCount }, (_, id) => id)]];
  }
}
