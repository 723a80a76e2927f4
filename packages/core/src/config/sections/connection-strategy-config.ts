import { asFlag, asNumber, asText, type FileFields } from '../reading/file-fields.js';
import {
  flag,
  number,
  oneOf,
  optional,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';

/** Actions of a client that has lost its last connection. */
export const ReconnectMode = {
  /** The client shuts down. */
  OFF: 'OFF',
  /** The client reconnects, and calls wait for that. */
  ON: 'ON',
  /** The client reconnects, and calls reject with ClientOfflineError until then. */
  ASYNC: 'ASYNC',
} as const;
export type ReconnectMode = (typeof ReconnectMode)[keyof typeof ReconnectMode];

/** `connectionStrategy`: when the client connects and reconnects. */
export interface ConnectionStrategyConfig {
  /** Let `newHazelcastClient` resolve before the client is connected. Default false. */
  asyncStart?: boolean;
  /** Action of the client when it has lost its last connection. Default `ON`. */
  reconnectMode?: ReconnectMode;
  /** Pauses between attempts to connect, and the time after which the client gives up. */
  connectionRetry?: ConnectionRetryConfig;
}

/** Pauses between attempts to connect. Each failure multiplies the pause, up to a limit. */
export interface ConnectionRetryConfig {
  /** First pause in milliseconds, 0 or more. Default 1000. */
  initialBackoffMillis?: number;
  /** Longest pause in milliseconds, 0 or more. Default 30000. */
  maxBackoffMillis?: number;
  /** Milliseconds after which the client gives up the cluster; −1: never, 0: after the first attempt. Default −1. */
  clusterConnectTimeoutMillis?: number;
  /** Factor by which each failure multiplies the pause, at least 1. Default 1.05. */
  multiplier?: number;
  /** Random part of a pause, 0 to 1: with 0.2 it is up to 20 % longer or shorter. Default 0. */
  jitter?: number;
}

export type ResolvedConnectionRetry = Checked<ConnectionRetryConfig>;

export type ResolvedConnectionStrategy = Checked<
  ConnectionStrategyConfig,
  { readonly connectionRetry: ResolvedConnectionRetry }
>;

const millis = number('milliseconds', 0);
const retryOptions: Options<ResolvedConnectionRetry> = {
  initialBackoffMillis: optional(millis, 1000),
  maxBackoffMillis: optional(millis, 30_000),
  clusterConnectTimeoutMillis: optional(millisOrNever, -1),
  multiplier: optional(number('times', 1), 1.05),
  jitter: optional(number('parts of a pause', 0, 1), 0),
};

const options: Options<ResolvedConnectionStrategy> = {
  asyncStart: optional(flag, false),
  reconnectMode: optional(oneOf(Object.values(ReconnectMode)), ReconnectMode.ON),
  connectionRetry: section(retryOptions, 'connection retry config'),
};

export const readConnectionStrategy: Reader<ResolvedConnectionStrategy> = section(
  options,
  'connection strategy config',
);

export const connectionStrategyFields: FileFields = {
  'connection-strategy.async-start': asFlag('connectionStrategy/asyncStart'),
  'connection-strategy.reconnect-mode': asText('connectionStrategy/reconnectMode'),
  'connection-strategy.connection-retry.initial-backoff-millis': asNumber(
    'connectionStrategy/connectionRetry/initialBackoffMillis',
  ),
  'connection-strategy.connection-retry.max-backoff-millis': asNumber(
    'connectionStrategy/connectionRetry/maxBackoffMillis',
  ),
  'connection-strategy.connection-retry.cluster-connect-timeout-millis': asNumber(
    'connectionStrategy/connectionRetry/clusterConnectTimeoutMillis',
  ),
  'connection-strategy.connection-retry.multiplier': asNumber(
    'connectionStrategy/connectionRetry/multiplier',
  ),
  'connection-strategy.connection-retry.jitter': asNumber('connectionStrategy/connectionRetry/jitter'),
};

function millisOrNever(value: unknown, path: string): number {
  return value === -1 ? -1 : number('milliseconds, or -1 for no limit', 0)(value, path);
}
