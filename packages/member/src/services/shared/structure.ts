import type { WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { Schemas } from '../../query/compact.js';
import type { ResolvedOptions } from '../../options.js';

/** A service for one kind of distributed object, as the member uses it. */
export interface Structure {
  /** Hazelcast's name of the service, by which clients create its objects. */
  readonly serviceName: string;
  /** Adds the handlers of its messages. */
  register(handlers: Handlers): void;
  /** Drops everything that is kept under a name. */
  destroy(name: string): void;
  /** Frees what a client that is gone has held, such as locks. */
  releaseClient?(client: string): void;
  /** Removes some of what has expired. Called every `sweepInterval`. */
  sweep?(): void;
  /** Entries kept, by name, for the member's `stats()`, which knows those of maps only. */
  entries?(): Readonly<Record<string, number>>;
  /** Stops its timers and forgets its data, at the member's end. */
  close?(): void;
}

/** The part of its member that a structure may use. */
export interface StructureContext {
  /** Events name it as the member they come from. */
  readonly memberUuid: WireUuid;
  /** The schemas of Compact values, which queries look into. */
  readonly schemas: Schemas;
  /** How each kind of object is configured. */
  readonly options: ResolvedOptions;
}

export type StructureClass = new (context: StructureContext) => Structure;
