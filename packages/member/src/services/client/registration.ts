import { timingSafeEqual } from 'node:crypto';

import { messages, uuidText, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import type { ResolvedOptions } from '../../options.js';
import { randomUuid } from '../../protocol/uuid.js';
import { sendEvent } from '../shared/listeners.js';
import type { Clients } from './clients.js';
import { SERVER_VERSION, type ClusterView } from './cluster-view.js';

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

/** Registers the messages of authentication, the cluster view, pings and client statistics. */
export function registerClients(
  handlers: Handlers,
  options: ResolvedOptions,
  view: ClusterView,
  clients: Clients,
): void {
  const m = messages.client;
  const { credentials } = options;

  const statusFor = (who: Introduction, hasCredentials: boolean): AuthenticationStatus => {
    if (who.serializationVersion !== options.serializationVersion) {
      return AuthenticationStatus.SERIALIZATION_VERSION_MISMATCH;
    }
    if (!options.clientsAllowed) return AuthenticationStatus.NOT_ALLOWED_IN_CLUSTER;
    // Members do not tell a wrong cluster name from wrong credentials either.
    const welcome = hasCredentials && who.clusterName === options.clusterName;
    return welcome ? AuthenticationStatus.AUTHENTICATED : AuthenticationStatus.CREDENTIALS_FAILED;
  };
  const respond = (
    call: Call,
    spec: typeof m.authentication | typeof m.authenticationCustom,
    who: Introduction,
    hasCredentials: boolean,
  ): void => {
    const status = statusFor(who, hasCredentials);
    const accepted = status === AuthenticationStatus.AUTHENTICATED;
    if (accepted) {
      clients.add(call.connection, {
        uuid: uuidText(who.uuid ?? randomUuid()),
        name: who.clientName,
        type: who.clientType,
        version: who.clientHazelcastVersion,
        labels: who.labels,
      });
    }
    call.respond(spec, {
      status,
      address: accepted ? view.address : null,
      memberUuid: accepted ? view.memberUuid : null,
      serializationVersion: options.serializationVersion,
      serverHazelcastVersion: SERVER_VERSION,
      partitionCount: accepted ? view.partitionCount : -1,
      clusterId: view.clusterId,
      failoverSupported: options.failoverSupported,
      tpcPorts: null,
      tpcToken: null,
      memberListVersion: accepted ? view.version : -1,
      memberInfos: accepted ? view.memberInfos : [],
      partitionListVersion: accepted ? view.version : -1,
      partitions: accepted ? view.partitions : [],
      keyValuePairs: new Map<string, string>(),
    });
  };
  handlers.on(
    m.authentication,
    (call) => {
      const request = call.decode(m.authentication);
      const welcome =
        credentials === undefined
          ? isEmpty(request.username) && isEmpty(request.password)
          : 'username' in credentials &&
            isSame(credentials.username, request.username ?? '') &&
            isSame(credentials.password, request.password ?? '');
      respond(call, m.authentication, request, welcome);
    },
    false,
  );
  handlers.on(
    m.authenticationCustom,
    (call) => {
      const request = call.decode(m.authenticationCustom);
      const welcome =
        credentials !== undefined && 'token' in credentials && isSame(credentials.token, request.credentials);
      respond(call, m.authenticationCustom, request, welcome);
    },
    false,
  );

  handlers.on(m.addClusterViewListener, (call) => {
    const { version, memberInfos, partitions } = view;
    call.void();
    sendEvent(call, m.addClusterViewListener, 'MembersView', { version, memberInfos });
    sendEvent(call, m.addClusterViewListener, 'PartitionsView', { version, partitions });
  });
  handlers.on(m.localBackupListener, (call) => {
    call.connection.backupListener = { low: call.correlationLow, high: call.correlationHigh };
    call.uuid(randomUuid());
  });
  handlers.on(m.ping, (call) => call.void());
  handlers.on(m.triggerPartitionAssignment, (call) => call.void());
  handlers.on(m.statistics, (call) => {
    const { timestamp, clientAttributes, metricsBlob } = call.decode(m.statistics);
    call.connection.statistics = {
      timestamp: Number(timestamp),
      attributes: clientAttributes,
      // The blob is a view of a buffer that is used again.
      metrics: Buffer.from(metricsBlob),
    };
    call.void();
  });
}

function isEmpty(text: string | null): boolean {
  return text === null || text === '';
}

function isSame(expected: string | Uint8Array, given: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
