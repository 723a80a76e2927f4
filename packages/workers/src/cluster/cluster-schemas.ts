import { messages } from '@offloop/wire';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { OnSilence } from '../connection/silence.js';
import type { CompactSchema } from '@offloop/contract';

/**
 * The Compact schemas of the client. A cluster keeps them in memory, so one that the client comes back to may have lost them. It gets
 * them before any call, since data without their schema are useless.
 */
export class ClusterSchemas {
  readonly #calls: InternalCalls;
  readonly #schemas: CompactSchema[] = [];

  constructor(calls: InternalCalls) {
    this.#calls = calls;
  }

  add(schema: CompactSchema): void {
    this.#schemas.push(schema);
  }

  /** Sends all schemas. Resolves when the cluster has them; rejects when the member refuses or the connection is lost. */
  async sendTo(connection: Connection): Promise<void> {
    if (this.#schemas.length === 0) return;
    const schemas = this.#schemas;
    await this.#calls.call(
      connection,
      messages.client.sendAllSchemas,
      { schemas },
      () => undefined,
      OnSilence.ASK_AGAIN,
    );
  }
}
