import { setMaxListeners } from 'node:events';
import { pause } from '@offloop/runtime/clock';
import { messages, type StructOf } from '@offloop/wire';
import type { ToWorker } from '@offloop/contract';
import {
  HazelcastSerializationError,
  IllegalStateError,
  idText,
  type SchemaRegistry,
  type SchemaSource,
  Schema,
  type FieldDescriptor,
  uuidFromHalves,
} from '@offloop/values';
import { notActive } from '../../errors/not-active.js';
import { askAgain } from '../ask-again.js';
import type { Invoker } from '../invoker.js';
import { decodedOperation } from '../operation.js';
import { NO_NAME } from '../requests/object-name.js';
import Long from 'long';

const m = {
  send: decodedOperation(
    messages.client.sendSchema,
    ({ replicatedMembers }) => new Set([...replicatedMembers].map((uuid) => uuidFromHalves(uuid).toString())),
  ),
  fetch: decodedOperation(messages.client.fetchSchema, ({ schema }) => schema),
};

export interface SchemaServiceOptions {
  /** Pause in milliseconds before a schema is sent again because not every member has it. */
  readonly retryPauseMillis: number;
  /** Most times that a schema is sent. */
  readonly maxAttempts: number;
}

export interface SchemaServiceOwner {
  readonly invoker: Invoker;
  members(): readonly string[];
  /** Sends a message to all workers, or to that of one shard. */
  tell(message: ToWorker, shard?: number): void;
}

/**
 * Sends the schemas of Compact values to the cluster, and fetches those of others from it. One message serves all that wait for
 * the same schema.
 *
 * The service outlives workers: each new one is told all schemas, and sends them to a cluster before any call.
 */
export class SchemaService implements SchemaSource {
  readonly #registry: SchemaRegistry;
  readonly #options: SchemaServiceOptions;
  readonly #owner: SchemaServiceOwner;
  /** Requests under way, by their purpose and their schema's id. */
  readonly #flights = new Map<string, Promise<void>>();
  readonly #told = new Map<string, Schema>();
  readonly #end = new AbortController();

  constructor(registry: SchemaRegistry, options: SchemaServiceOptions, owner: SchemaServiceOwner) {
    this.#registry = registry;
    this.#options = options;
    this.#owner = owner;
    // Any number of schemas pauses at once.
    setMaxListeners(0, this.#end.signal);
  }

  /** Sends a schema to the cluster. Resolves when every member has it. */
  replicate(schema: Schema): Promise<void> {
    return this.#flight(`replicate ${idText(schema.high, schema.low)}`, () => this.#replicate(schema));
  }

  fetch(high: number, low: number): Promise<void> {
    return this.#flight(`fetch ${idText(high, low)}`, () => this.#fetch(high, low));
  }

  /** Tells all schemas to the new worker of a shard, which has no connections yet. */
  onRestart(shard: number): void {
    for (const schema of this.#told.values()) this.#tell(schema, shard);
  }

  /** Ends all waiting: there is no worker, and none will come. */
  end(): void {
    this.#end.abort();
  }

  #flight(what: string, begin: () => Promise<void>): Promise<void> {
    let flight = this.#flights.get(what);
    if (flight === undefined) {
      flight = begin().finally(() => this.#flights.delete(what));
      this.#flights.set(what, flight);
    }
    return flight;
  }

  async #replicate(schema: Schema): Promise<void> {
    const { typeName, fields } = schema;
    const { maxAttempts } = this.#options;
    // The worker is told first: a cluster that replaces this one while the message is under way gets the schema from there.
    this.#remember(schema);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // One after another: each may find that another member is still to come.
      if (attempt > 0) await this.#pause();
      const holders = await askAgain((options) =>
        this.#owner.invoker.invoke(
          m.send,
          NO_NAME,
          { schema: { typeName, fields: described(fields) } },
          options,
        ),
      );
      if (this.#owner.members().every((uuid) => holders.has(uuid))) {
        this.#registry.add(schema);
        return;
      }
    }
    throw new IllegalStateError(
      `the schema of Compact type '${typeName}' did not reach every member in ${maxAttempts} attempts ` +
        '(hazelcast.client.schema.max.put.retry.count): the cluster may be split; nothing was written',
    );
  }

  async #fetch(high: number, low: number): Promise<void> {
    const schemaId = Long.fromBits(low, high);
    const found = await askAgain((options) =>
      this.#owner.invoker.invoke(m.fetch, NO_NAME, { schemaId }, options),
    );
    if (found === null) {
      throw new HazelcastSerializationError(
        `the cluster does not know the Compact schema with the id ${idText(high, low)}`,
      );
    }
    const schema = schemaOf(found);
    if (schema.high !== high || schema.low !== low) {
      throw new HazelcastSerializationError(
        `asked for the Compact schema with the id ${idText(high, low)}, the member gave another`,
      );
    }
    this.#registry.add(schema);
    this.#remember(schema);
  }

  #remember(schema: Schema): void {
    const id = idText(schema.high, schema.low);
    if (this.#told.has(id)) return;
    this.#told.set(id, schema);
    this.#tell(schema);
  }

  #tell({ typeName, fields }: Schema, shard?: number): void {
    this.#owner.tell({ type: 'schema', schema: { typeName, fields: described(fields) } }, shard);
  }

  async #pause(): Promise<void> {
    try {
      await pause(this.#options.retryPauseMillis, undefined, { signal: this.#end.signal });
    } catch {
      throw notActive();
    }
  }
}

/** Returns the fields without what only this client knows of them. */
function described(fields: readonly FieldDescriptor[]): FieldDescriptor[] {
  return fields.map(({ fieldName, kind }) => ({ fieldName, kind }));
}

function schemaOf({ typeName, fields }: StructOf<'Schema'>): Schema {
  // The schema itself checks the kinds.
  return new Schema(typeName, fields as readonly FieldDescriptor[]);
}
