import { timingSafeEqual } from 'node:crypto';

import { clientMessages, encodeEvent } from '@offloop/wire/protocol';
import type { WireUuid } from '@offloop/wire/protocol';

import type { Call } from '../call.js';
import type { Clients } from '../clients.js';
import { SERVER_VERSION } from '../cluster-view.js';
import type { ClusterView } from '../cluster-view.js';
import type { Dispatcher } from '../dispatcher.js';
import type { ResolvedOptions } from '../options.js';
import { randomUuid, uuidText } from '../uuid.js';

/** What an authentication response says, by the protocol's numbers. */
const AuthenticationStatus = {
  AUTHENTICATED: 0,
  CREDENTIALS_FAILED: 1,
  SERIALIZATION_VERSION_MISMATCH: 2,
  NOT_ALLOWED_IN_CLUSTER: 3,
} as const;
type AuthenticationStatus = (typeof AuthenticationStatus)[keyof typeof AuthenticationStatus];

/** The fields both ways to authenticate have. */
type Introduction = {
  readonly clusterName: string;
  readonly uuid: WireUuid | null;
  readonly clientType: string;
  readonly clientName: string;
  readonly clientHazelcastVersion: string;
  readonly serializationVersion: number;
  readonly labels: readonly string[];
};

/** Authentication, the cluster view, and what keeps a connection alive. */
export class ClientService {
  readonly #options: ResolvedOptions;
  readonly #view: ClusterView;
  readonly #clients: Clients;

  constructor(options: ResolvedOptions, view: ClusterView, clients: Clients) {
    this.#options = options;
    this.#view = view;
    this.#clients = clients;
  }

  register(dispatcher: Dispatcher): void {
    const m = clientMessages;
    dispatcher.on(m.authentication, (call) => this.#authenticate(call), false);
    dispatcher.on(m.authenticationCustom, (call) => this.#authenticateCustom(call), false);
    dispatcher.on(m.addClusterViewListener, (call) => this.#addClusterViewListener(call));
    dispatcher.on(m.localBackupListener, (call) => this.#localBackupListener(call));
    dispatcher.on(m.ping, (call) => call.void());
    dispatcher.on(m.statistics, (call) => this.#statistics(call));
    dispatcher.on(m.triggerPartitionAssignment, (call) => call.void());
  }

  #authenticate(call: Call): void {
    const request = call.decode(clientMessages.authentication);
    const { credentials } = this.#options;
    const welcome =
      credentials === undefined
        ? isEmpty(request.username) && isEmpty(request.password)
        : 'username' in credentials &&
          isSame(credentials.username, request.username ?? '') &&
          isSame(credentials.password, request.password ?? '');
    call.respond(clientMessages.authentication, this.#answer(call, request, welcome));
  }

  #authenticateCustom(call: Call): void {
    const request = call.decode(clientMessages.authenticationCustom);
    const { credentials } = this.#options;
    const welcome =
      credentials !== undefined && 'token' in credentials && isSame(credentials.token, request.credentials);
    call.respond(clientMessages.authenticationCustom, this.#answer(call, request, welcome));
  }

  #answer(call: Call, who: Introduction, hasCredentials: boolean) {
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
    const { correlationLow, correlationHigh, connection } = call;
    const { version, memberInfos, partitions } = this.#view;
    const spec = clientMessages.addClusterViewListener;
    const options = { correlationLow, correlationHigh };
    call.void();
    connection.send(encodeEvent(spec, 'MembersView', { version, memberInfos }, options));
    connection.send(encodeEvent(spec, 'PartitionsView', { version, partitions }, options));
  }

  #statistics(call: Call): void {
    const { metricsBlob, ...report } = call.decode(clientMessages.statistics);
    call.connection.statistics = { ...report, metricsBlob: Buffer.from(metricsBlob) };
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
