import type { StructOf, WireUuid } from '@offloop/wire';

import { randomUuid } from '../../protocol/uuid.js';

/** The release whose client protocol this member follows, as clients ask for it. */
export const SERVER_VERSION = '5.6.0';

// Neither list ever changes: one member, which owns everything.
const VIEW_VERSION = 1;

/** The protocol's name for where clients reach a member from outside. */
const PUBLIC = { type: 1, identifier: 'public' };

/** What clients are told about the cluster: this member alone, owner of every partition. */
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
