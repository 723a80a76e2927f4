import { timingSafeEqual } from 'node:crypto';

import { messages, uuidText, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import type { ResolvedOptions } from '../../options.js';
import { randomUuid } from '../../protocol/uuid.js';
import { sendEvent } from '../shared/listeners.js';
import type { Clients } from './clients.js';
import { SERVER_VERSION } from './cluster-view.js';
import type { ClusterView } from './cluster-view.js';

/** The status in an authentication response, by the protocol's numbers. */
const AuthenticationStatus = {
  AUTHENTICATED: 0,
  CREDENTIALS_FAILED: 1,
  SERIALIZATION_VERSION_MISMATCH: 2,
  NOT_ALLOWED_IN_CLUSTER: 3,
} as const;
type AuthenticationStatus = (typeof AuthenticationStatus)[keyof typeof AuthenticationStatus];

/** The fields that both authentication requests have. */
interface Introduction {
  readonly clusterName: string;
  readonly uuid: WireUuid | null;
  readonly clientType: string;
  readonly clientName: string;
  readonly clientHazelcastVersion: string;
  readonly serializationVersion: number;
  readonly labels: readonly string[];
}

/** Handles authentication, the cluster view, pings and client statistics. */
export class ClientService {
  readonly #options: ResolvedOptions;
  readonly #view: ClusterView;
  readonly #clients: Clients;

  constructor(options: ResolvedOptions, view: ClusterView, clients: Clients) {
    this.#options = options;
    this.#view = view;
    this.#clients = clients;
  }

  register(handlers: Handlers): void {
    const m = messages.client;
    handlers.on(m.authentication, (call) => this.#authenticate(call), false);
    handlers.on(m.authenticationCustom, (call) => this.#authenticateCustom(call), false);
    handlers.on(m.addClusterViewListener, (call) => this.#addClusterViewListener(call));
    handlers.on(m.localBackupListener, (call) => this.#localBackupListener(call));
    handlers.on(m.ping, (call) => call.void());
    handlers.on(m.statistics, (call) => this.#statistics(call));
    handlers.on(m.triggerPartitionAssignment, (call) => call.void());
  }

  #authenticate(call: Call): void {
    const request = call.decode(messages.client.authentication);
    const { credentials } = this.#options;
    const welcome =
      credentials === undefined
        ? isEmpty(request.username) && isEmpty(request.password)
        : 'username' in credentials &&
          isSame(credentials.username, request.username ?? '') &&
          isSame(credentials.password, request.password ?? '');
    call.respond(messages.client.authentication, this.#response(call, request, welcome));
  }

  #authenticateCustom(call: Call): void {
    const request = call.decode(messages.client.authenticationCustom);
    const { credentials } = this.#options;
    const welcome =
      credentials !== undefined && 'token' in credentials && isSame(credentials.token, request.credentials);
    call.respond(messages.client.authenticationCustom, this.#response(call, request, welcome));
  }

  #response(call: Call, who: Introduction, hasCredentials: boolean) {
    const status = this.#statusFor(who, hasCredentials);
    const accepted = status === AuthenticationStatus.AUTHENTICATED;
    if (accepted) {
      this.#clients.add(call.connection, {
        uuid: uuidText(who.uuid ?? randomUuid()),
        name: who.clientName,
        type: who.clientType,
        version: who.clientHazelcastVersion,
        labels: who.labels,
      });
    }
    const view = this.#view;
    return {
      status,
      address: accepted ? view.address : null,
      memberUuid: accepted ? view.memberUuid : null,
      serializationVersion: this.#options.serializationVersion,
      serverHazelcastVersion: SERVER_VERSION,
      partitionCount: accepted ? view.partitionCount : -1,
      clusterId: view.clusterId,
      failoverSupported: this.#options.failoverSupported,
      tpcPorts: null,
      tpcToken: null,
      memberListVersion: accepted ? view.version : -1,
      memberInfos: accepted ? view.memberInfos : [],
      partitionListVersion: accepted ? view.version : -1,
      partitions: accepted ? view.partitions : [],
      keyValuePairs: new Map<string, string>(),
    };
  }

  #statusFor(who: Introduction, hasCredentials: boolean): AuthenticationStatus {
    if (who.serializationVersion !== this.#options.serializationVersion) {
      return AuthenticationStatus.SERIALIZATION_VERSION_MISMATCH;
    }
    if (!this.#options.clientsAllowed) return AuthenticationStatus.NOT_ALLOWED_IN_CLUSTER;
    // Members do not tell a wrong cluster name from wrong credentials either.
    const welcome = hasCredentials && who.clusterName === this.#options.clusterName;
    return welcome ? AuthenticationStatus.AUTHENTICATED : AuthenticationStatus.CREDENTIALS_FAILED;
  }

  #addClusterViewListener(call: Call): void {
    const { version, memberInfos, partitions } = this.#view;
    const spec = messages.client.addClusterViewListener;
    call.void();
    sendEvent(call, spec, 'MembersView', { version, memberInfos });
    sendEvent(call, spec, 'PartitionsView', { version, partitions });
  }

  #statistics(call: Call): void {
    const { timestamp, clientAttributes, metricsBlob } = call.decode(messages.client.statistics);
    call.connection.statistics = {
      timestamp: Number(timestamp),
      attributes: clientAttributes,
      // The blob is a view of a buffer that is used again.
      metrics: Buffer.from(metricsBlob),
    };
    call.void();
  }

  #localBackupListener(call: Call): void {
    call.connection.backupListener = { low: call.correlationLow, high: call.correlationHigh };
    call.uuid(randomUuid());
  }
}

function isEmpty(text: string | null): boolean {
  return text === null || text === '';
}

function isSame(expected: string | Uint8Array, given: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
