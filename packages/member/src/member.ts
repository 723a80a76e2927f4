import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import type { ClientStatistics } from './calls/client-statistics.js';
import { Handlers } from './calls/handlers.js';
import { Connection } from './connection/connection.js';
import { Dispatcher } from './connection/dispatcher.js';
import type { MemberFaults } from './faults/fault.js';
import { Faults } from './faults/faults.js';
import { LogLevel } from './log.js';
import { resolveOptions } from './options.js';
import type { MemberOptions, ResolvedOptions } from './options.js';
import { ClusterView } from './services/client/cluster-view.js';
import { Services } from './services/services.js';

/** Figures of a member at this moment, or since its start where that is said. */
export interface MemberStats {
  /** Open connections, authenticated or not. */
  readonly connections: number;
  /** Connections accepted since the start. */
  readonly accepted: number;
  /** Clients with at least one open connection. */
  readonly clients: number;
  /** Requests since the start, by message (`map.get`); unsupported messages are not included. */
  readonly requests: Readonly<Record<string, number>>;
  /** Requests since the start for messages that this member does not support. */
  readonly unsupportedRequests: number;
  /** Requests answered with an exception since the start. */
  readonly errors: number;
  /** Connections closed since the start because of malformed input. */
  readonly protocolErrors: number;
  /** Calls waiting now, for locks for example. */
  readonly waitingCalls: number;
  /** Bytes read from all connections since the start. */
  readonly bytesRead: number;
  /** Bytes written to all connections since the start. */
  readonly bytesWritten: number;
  /** Entries stored, by name of the map, including expired ones that are not yet removed. */
  readonly entries: Readonly<Record<string, number>>;
}

export type Member = AsyncDisposable & {
  readonly host: string;
  readonly port: number;
  /** The address as `host:port`, in the form that a client's configuration takes. */
  readonly address: string;
  /** Path of the Unix domain socket it also listens on; undefined if the option `path` was not given. */
  readonly path: string | undefined;
  readonly clusterName: string;
  /** Number of open connections. */
  readonly connections: number;
  /** The labels of each connected client, by name of the client. */
  labels(): Readonly<Record<string, readonly string[]>>;
  /** The latest statistics of each connected client that has sent any, by name of the client, unparsed. */
  clientStatistics(): Readonly<Record<string, ClientStatistics>>;
  /** Faults to test a client with. */
  readonly faults: MemberFaults;
  stats(): MemberStats;
  /** Resets every open connection. New ones are accepted as before. */
  closeConnections(): void;
  /** Closes every connection, deletes all data, and resolves when the port is free. May be called more than once. */
  stop(): Promise<void>;
};

/**
 * Starts a member in this process and resolves when it accepts clients. It is a cluster of its own, keeps everything in memory,
 * and answers unsupported requests with an `UnsupportedOperationException` that names them.
 *
 * Throws `RangeError` for an option out of range, and the error of `net.Server` when it cannot listen.
 */
export async function startMember(options: MemberOptions = {}): Promise<Member> {
  const resolved = resolveOptions(options);
  const member = new EmbeddedMember(resolved);
  try {
    await member.listen();
  } catch (error) {
    await member.stop();
    throw error;
  }
  return member;
}

class EmbeddedMember implements Member {
  host: string;
  port: number;
  readonly path: string | undefined;
  readonly clusterName: string;
  readonly faults: Faults;
  readonly #options: ResolvedOptions;
  readonly #handlers: Handlers = new Handlers();
  readonly #dispatcher: Dispatcher;
  readonly #servers: Server[] = [];
  readonly #connections: Set<Connection> = new Set();
  #services: Services | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #accepted = 0;
  #closedBytesRead = 0;
  #closedBytesWritten = 0;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.host = options.host;
    this.port = options.port;
    this.path = options.path;
    this.clusterName = options.clusterName;
    this.faults = new Faults(options.faults, options.fragmentBytes);
    this.#dispatcher = new Dispatcher(this.#handlers, this.faults, options.log);
  }

  get address(): string {
    return `${this.host}:${this.port}`;
  }

  get connections(): number {
    return this.#connections.size;
  }

  async listen(): Promise<void> {
    const { host, port, path, advertise, partitionCount, publicAddress, sweepInterval } = this.#options;
    const server = await this.#listen({ host, port });
    this.port = (server.address() as AddressInfo).port;
    const view = new ClusterView(advertise ?? { host, port: this.port }, partitionCount, publicAddress);
    const services = new Services(this.#options, view, this.#handlers);
    this.#services = services;
    this.#sweeper = setInterval(() => services.sweep(), sweepInterval).unref();
    if (path !== undefined) await this.#listen({ path });
    this.#options.log(LogLevel.INFO, `listening on ${this.address}, cluster '${this.clusterName}'`);
  }

  stats(): MemberStats {
    const sum = (value: (connection: Connection) => number): number => {
      let total = 0;
      for (const connection of this.#connections) total += value(connection);
      return total;
    };
    const { errors, protocolErrors, unsupportedRequests } = this.#dispatcher;
    return {
      connections: this.#connections.size,
      accepted: this.#accepted,
      clients: this.#services?.clients ?? 0,
      requests: this.#handlers.requestsByMessage(),
      unsupportedRequests,
      errors,
      protocolErrors,
      waitingCalls: sum((connection) => connection.waiting.size),
      bytesRead: this.#closedBytesRead + sum((connection) => connection.bytesRead),
      bytesWritten: this.#closedBytesWritten + sum((connection) => connection.bytesWritten),
      entries: this.#services?.entries() ?? {},
    };
  }

  labels(): Record<string, readonly string[]> {
    const clients = [...this.#connections].flatMap(({ client }) => client ?? []);
    return Object.fromEntries(clients.map(({ name, labels }) => [name, labels]));
  }

  clientStatistics(): Record<string, ClientStatistics> {
    const reports = [...this.#connections].flatMap(({ client, statistics }): [string, ClientStatistics][] =>
      client === undefined || statistics === undefined ? [] : [[client.name, statistics]],
    );
    return Object.fromEntries(reports);
  }

  closeConnections(): void {
    for (const connection of this.#connections) connection.reset();
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    const closed = this.#servers.splice(0).map((server) => closedServer(server));
    for (const connection of this.#connections) connection.close();
    await Promise.all(closed);
    this.#services?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #accept(socket: Socket): void {
    this.#accepted += 1;
    const connection = new Connection(this.#accepted, socket, this.#dispatcher, this.#options);
    this.#connections.add(connection);
    connection.onClosed(() => {
      this.#connections.delete(connection);
      this.#closedBytesRead += connection.bytesRead;
      this.#closedBytesWritten += connection.bytesWritten;
    });
  }

  #listen(where: { host: string; port: number } | { path: string }): Promise<Server> {
    const { tls, log } = this.#options;
    const accept = (socket: Socket): void => this.#accept(socket);
    const server =
      tls === undefined
        ? createServer(accept)
        : createTlsServer({ cert: tls.cert, key: tls.key }, accept).on('tlsClientError', (error) =>
            log(LogLevel.WARN, `TLS handshake failed: ${error.message}`),
          );
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(where, () => {
        this.#servers.push(server);
        resolve(server);
      });
    });
  }
}

function closedServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
