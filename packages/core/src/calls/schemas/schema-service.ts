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
  /** Milliseconds before a schema is sent again that not every member has. */
  readonly retryPauseMillis: number;
  /** How often it is sent, at most. */
  readonly maxAttempts: number;
}

/** What the service needs of its client. */
export interface SchemaServiceOwner {
  readonly invoker: Invoker;
  /** UUIDs of the members there are. */
  members(): readonly string[];
  /** Tells all workers, or the one of a shard. */
  tell(message: ToWorker, shard?: number): void;
}

/**
 * Brings the schemas of Compact values to the cluster, and gets those of others from there. One message serves all who wait for
 * the same schema.
 *
 * It outlives workers: each new one is told all schemas, and sends them to whatever cluster it comes to before any call.
 */
export class SchemaService implements SchemaSource {
  readonly #registry: SchemaRegistry;
  readonly #options: SchemaServiceOptions;
  readonly #owner: SchemaServiceOwner;
  /** What is under way, keyed by what is wanted of which schema. */
  readonly #flights = new Map<string, Promise<void>>();
  /** Schemas the worker was told of. */
  readonly #told = new Map<string, Schema>();
  readonly #end = new AbortController();

  constructor(registry: SchemaRegistry, options: SchemaServiceOptions, owner: SchemaServiceOwner) {
    this.#registry = registry;
    this.#options = options;
    this.#owner = owner;
  }

  /** Resolves when every member has the schema. */
  replicate(schema: Schema): Promise<void> {
    return this.#flight(`replicate ${idText(schema.high, schema.low)}`, () => this.#replicate(schema));
  }

  fetch(high: number, low: number): Promise<void> {
    return this.#flight(`fetch ${idText(high, low)}`, () => this.#fetch(high, low));
  }

  /** A shard has a new worker, without connections yet. */
  onRestart(shard: number): void {
    for (const schema of this.#told.values()) this.#tell(schema, shard);
  }

  /** No worker, and none will come. */
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
    // The worker first: a cluster that takes this one's place while the message is under way gets the schema from there.
    this.#remember(schema);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // One after another: each may find that another member is still to come.
      // oxlint-disable no-await-in-loop
      if (attempt > 0) await this.#pause();
      const holders = await askAgain((options) =>
        this.#owner.invoker.invoke(
          m.send,
          NO_NAME,
          { schema: { typeName, fields: described(fields) } },
          options,
        ),
      );
      // oxlint-enable no-await-in-loop
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

/** Without what only this client knows of them. */
function described(fields: readonly FieldDescriptor[]): FieldDescriptor[] {
  return fields.map(({ fieldName, kind }) => ({ fieldName, kind }));
}

function schemaOf({ typeName, fields }: StructOf<'Schema'>): Schema {
  // Whether they are kinds, the schema itself looks.
  return new Schema(typeName, fields as readonly FieldDescriptor[]);
}
