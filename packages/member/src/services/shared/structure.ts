import type { WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { Schemas } from '../../query/compact.js';
import type { ResolvedOptions } from '../../options.js';
import type { Transactions } from '../transactions/transactions.js';

/** One kind of distributed object. */
export interface Structure {
  /** Hazelcast's name of its service; clients create objects by it. */
  readonly serviceName: string;
  /** Deletes the object with this name. */
  destroy(name: string): void;
  /** Releases everything held by a client that is gone, such as locks. */
  releaseClient?(client: string): void;
  /** Removes a bounded number of expired entries or items. Called every `sweepInterval` ms. */
  sweep?(): void;
  /** Number of stored entries, by name of the object, for `Member.stats()`. Only maps have it. */
  entries?(): Readonly<Record<string, number>>;
  /** Stops its timers and deletes its data, when the member stops. */
  close?(): void;
}

/** The parts of the member that a structure may use. */
export interface StructureContext {
  /** The table to which it adds the handlers of its messages. */
  readonly handlers: Handlers;
  /** UUID of the member, which events name as their source. */
  readonly memberUuid: WireUuid;
  /** The transactions of all clients, which lock and change objects. */
  readonly transactions: Transactions;
  /** Schemas of Compact values, which queries need. */
  readonly schemas: Schemas;
  /** The member's options. */
  readonly options: ResolvedOptions;
}

/** Makes a structure: adds its handlers, and returns what else the member does with its objects. */
export type MakeStructure = (context: StructureContext) => Structure;
