import type { Address } from '../values/address.js';
import type { UUID } from '../values/uuid.js';

/** This client, as members see it. */
export interface ClientInfo {
  readonly uuid: UUID;
  /** The local end of the first connection. */
  readonly localAddress: Address;
  /** `NodeJS`, as `hazelcast-client` has it. */
  readonly type: string;
  readonly name: string;
  readonly labels: ReadonlySet<string>;
}
