import {
  correlationHigh,
  correlationLow,
  decodeRequest,
  encodeResponse,
  messageFlags,
  messages,
  messageType,
  type WireUuid,
} from '@offloop/wire';
import { clusterName, shardOfClient } from '../exchange/names.js';
import { check } from '../journal/violation.js';
import type { Random } from '@offloop/tools/random';
import type { MemberInvalidations } from './member-invalidations.js';
import type { MemberListeners } from './member-listeners.js';
import type { MemberTransactions } from './member-transactions.js';
import { OwnFate, type Operations } from './operations.js';
import type { Correlation } from './registrations.js';
import type { ServerConnection, View } from './server-connection.js';

const m: typeof messages.client = messages.client;
const {
  addEntryListener,
  addNearCacheInvalidationListener,
  fetchNearCacheInvalidationMetadata,
  removeEntryListener,
} = messages.map;

/** How a member answers a client that wants to come in. */
const Status = { WELCOME: 0, NOT_ALLOWED: 3 } as const;

/** What members tell a client of their cluster. */
export interface Host {
  readonly number: number;
  readonly id: WireUuid;
  readonly partitions: readonly unknown[];
  readonly supportsFailover: boolean;
  /** Whether clients are let in. */
  readonly isOpen: boolean;
  view(): View;
  /** The client has read that it was let in. */
  onEntered(shard: number): void;
}

/** Who does what is asked of a member. */
interface Departments {
  readonly operations: Operations;
  readonly listeners: MemberListeners;
  readonly invalidations: MemberInvalidations;
  readonly transactions: MemberTransactions;
}

/** What members do with the messages of clients: they let them in, and pass operations on. */
export class Reception {
  readonly #host: Host;
  readonly #random: Random;
  readonly #operations: Operations;
  readonly #listeners: MemberListeners;
  readonly #invalidations: MemberInvalidations;
  readonly #transactions: MemberTransactions;

  constructor(
    host: Host,
    random: Random,
    { operations, listeners, invalidations, transactions }: Departments,
  ) {
    this.#invalidations = invalidations;
    this.#host = host;
    this.#random = random;
    this.#operations = operations;
    this.#listeners = listeners;
    this.#transactions = transactions;
  }

  /** Takes the message between `start` and `end`. */
  receive(connection: ServerConnection, bytes: Buffer, start: number, end: number): void {
    const type = messageType(bytes, start);
    const correlation = {
      correlationLow: correlationLow(bytes, start),
      correlationHigh: correlationHigh(bytes, start),
    };
    const soon = (respond: () => void): void => {
      connection.member.after(this.#random.skewed(0.02, 2), () => {
        if (connection.link.isOpen) respond();
      });
    };
    switch (type) {
      case m.authentication.id: {
        const { clusterName: name, uuid } = decodeRequest(m.authentication, bytes, start, end);
        connection.shard = shardOfClient(uuid!.lsb);
        soon(() => this.#authenticate(connection, correlation, name));
        break;
      }
      case m.addClusterViewListener.id:
        soon(() => {
          const fate = this.#operations.fateOfOwn();
          if (fate === OwnFate.NOT_DONE) return;
          connection.viewListener = correlation;
          if (fate === OwnFate.DONE)
            connection.send(encodeResponse(m.addClusterViewListener, {}, correlation));
          connection.sendView(this.#host.view());
        });
        break;
      case m.localBackupListener.id:
        soon(() => {
          const fate = this.#operations.fateOfOwn();
          if (fate === OwnFate.NOT_DONE) return;
          connection.backupListener = correlation;
          const response = connection.member.uuid;
          if (fate === OwnFate.DONE)
            connection.send(encodeResponse(m.localBackupListener, { response }, correlation));
        });
        break;
      case m.ping.id:
        soon(() => connection.send(encodeResponse(m.ping, {}, correlation)));
        break;
      case addEntryListener.id:
        soon(() => this.#listeners.add(connection, correlation, bytes, start, end));
        break;
      case addNearCacheInvalidationListener.id:
        soon(() => this.#invalidations.add(connection, correlation, bytes, start, end));
        break;
      case fetchNearCacheInvalidationMetadata.id: {
        const { names, uuid } = decodeRequest(fetchNearCacheInvalidationMetadata, bytes, start, end);
        soon(() => this.#invalidations.tellNumbers(connection, correlation, names, uuid));
        break;
      }
      case removeEntryListener.id:
        soon(() => this.#listeners.remove(connection, correlation, bytes, start, end));
        break;
      default: {
        if (this.#transactions.isFor(type)) {
          this.#transactions.receive(connection, correlation, bytes, start, end);
          return;
        }
        const flags = messageFlags(bytes, start);
        this.#operations.receive(connection, type, correlation, flags, bytes, start, end);
      }
    }
  }

  #authenticate(connection: ServerConnection, correlation: Correlation, name: string): void {
    const host = this.#host;
    const { member } = connection;
    check(
      name === clusterName(host.number),
      'protocol',
      () => `a member of ${clusterName(host.number)} is asked to let in a client of ${name}`,
    );
    const { isOpen } = host;
    const response = {
      status: isOpen ? Status.WELCOME : Status.NOT_ALLOWED,
      address: { host: member.host, port: member.port },
      memberUuid: member.uuid,
      serializationVersion: 1,
      serverHazelcastVersion: '5.6.0',
      partitionCount: host.partitions.length,
      clusterId: host.id,
      failoverSupported: host.supportsFailover,
      tpcPorts: null,
      tpcToken: null,
      ...host.view(),
      keyValuePairs: new Map<string, string>(),
    };
    connection.send(encodeResponse(m.authentication, response, correlation), () => {
      if (isOpen) host.onEntered(connection.shard);
    });
  }
}
