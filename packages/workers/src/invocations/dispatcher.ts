import { copyBytes, ownCopy } from '@offloop/runtime/bytes';
import { messagePartitionId } from '@offloop/wire';
import type { Cluster } from '../cluster/cluster.js';
import type { Connection } from '../connection/connection.js';
import type { WirePool } from '../connection/wire-pool.js';
import { type ShardSettings, RequestFlag } from '@offloop/contract';
import { correlationHigh, patchRequest, responseTypeOf } from './request-header.js';
import { CallState, type InvocationTable } from './invocation-table.js';

export type DispatchSettings = Pick<ShardSettings, 'pipelining' | 'pipeliningThresholdBytes'>;

/**
 * Sends requests: chooses the connection, copies the request into that connection's batch, and writes the batches. The table
 * retains the bytes of each request for further attempts.
 */
export class Dispatcher {
  readonly #table: InvocationTable;
  readonly #settings: DispatchSettings;
  readonly #cluster: Cluster;
  readonly #pool: WirePool;
  /** Connections with a batch to write at the end of the drain. */
  readonly #dirty: Connection[] = [];

  constructor(table: InvocationTable, settings: DispatchSettings, cluster: Cluster, pool: WirePool) {
    this.#table = table;
    this.#settings = settings;
    this.#cluster = cluster;
    this.#pool = pool;
  }

  /** Sends a copy of the request in `bytes[offset, offset + length)`. @returns false when there is no connection for it. */
  send(slot: number, bytes: Buffer, offset: number, length: number): boolean {
    const connection = this.#route(slot, messagePartitionId(bytes, offset));
    if (connection === undefined) {
      this.#keep(slot, bytes, offset, length);
      return false;
    }
    this.#sendCopy(slot, connection, bytes, offset, length);
    return true;
  }

  /** Sends a request that has a buffer of its own, without a copy. @returns false when there is no connection for it. */
  sendWhole(slot: number, bytes: Buffer): boolean {
    const chunk = this.#pool.adopt(bytes);
    this.#table.retain(slot, chunk, 0, bytes.length);
    const connection = this.#route(slot, messagePartitionId(bytes, 0));
    if (connection !== undefined) {
      this.#markSent(slot, connection, bytes, 0);
      connection.writeWhole(chunk, 0, bytes.length);
      this.#table.sentTo[slot] = connection.sent;
    }
    chunk.release();
    return connection !== undefined;
  }

  /** Sends again the request that the table has retained. @returns false when there is no connection for it. */
  resend(slot: number): boolean {
    const table = this.#table;
    const from = table.chunk[slot]!;
    const offset = table.offset[slot];
    const length = table.length[slot];
    const connection = this.#route(slot, messagePartitionId(from.bytes, offset));
    if (connection === undefined) return false;
    // COPY, then patch: the bytes of the attempt before may still be on their way to a socket.
    from.hold();
    this.#sendCopy(slot, connection, from.bytes, offset, length);
    from.release();
    return true;
  }

  /** Writes every batch that the drain has filled. */
  flush(): void {
    const dirty = this.#dirty;
    for (let i = 0; i < dirty.length; i++) dirty[i].flush();
    dirty.length = 0;
  }

  #route(slot: number, partitionId: number): Connection | undefined {
    const flags = this.#table.flags[slot];
    const { connections } = this.#cluster;
    if ((flags & (RequestFlag.PREFERS | RequestFlag.MEMBER)) !== 0)
      return connections.preferring(this.#table.target[slot]);
    if ((flags & RequestFlag.CONNECTION) !== 0) return connections.open(this.#table.target[slot]);
    return connections.route(partitionId);
  }

  #sendCopy(slot: number, connection: Connection, bytes: Buffer, offset: number, length: number): void {
    const waits = (this.#table.flags[slot] & RequestFlag.WAITS) !== 0;
    const wasClean = connection.batchLength === 0;
    const chunk = connection.reserve(length);
    const at = chunk.end;
    copyBytes(bytes, offset, offset + length, chunk.bytes, at);
    chunk.end = at + length;
    // A call that may wait for hours must not keep a whole batch in memory: it keeps a copy of its own.
    if (waits) this.#keep(slot, bytes, offset, length);
    else this.#table.retain(slot, chunk, at, length);
    this.#markSent(slot, connection, chunk.bytes, at);
    this.#table.sentTo[slot] = connection.sent;
    if (!this.#settings.pipelining || connection.batchLength >= this.#settings.pipeliningThresholdBytes)
      connection.flush();
    else if (wasClean) this.#dirty.push(connection);
  }

  #markSent(slot: number, connection: Connection, bytes: Buffer, at: number): void {
    const table = this.#table;
    table.state[slot] = CallState.SENT;
    table.connection[slot] = connection.number;
    table.responseType[slot] = responseTypeOf(bytes, at);
    table.acks[slot] = 0;
    const high = correlationHigh(table.generation[slot], table.attempt[slot]);
    patchRequest(bytes, at, slot, high, this.#cluster.asksForBackupAcks);
  }

  /** Retains a copy of a request's bytes. */
  #keep(slot: number, bytes: Buffer, offset: number, length: number): void {
    const chunk = this.#pool.adopt(ownCopy(bytes, offset, offset + length));
    this.#table.retain(slot, chunk, 0, length);
    chunk.release();
  }
}
