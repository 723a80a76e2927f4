import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { LOG_LEVEL_NAMES, type ILogger, type LogLevelName } from '../../logging/logger.js';
import { asFlag, asNumber, asSeconds, asText, type FileFields } from '../reading/file-fields.js';
import {
  delay,
  flag,
  integer,
  number,
  oneOf,
  optional,
  rejected,
  rejectedNumber,
  section,
  type Options,
  type Reader,
} from '../reading/readers.js';

/** A property's value. */
export type Property = string | number | boolean | ILogger | null;

/**
 * Properties by their names. In `properties` an unknown name throws InvalidConfigurationError; a TLS options factory may have
 * any.
 */
export interface Properties extends Partial<ClientProperties> {
  [name: string]: Property | undefined;
}

/** The properties of the official client. */
export interface ClientProperties {
  /** Milliseconds between pings on a quiet connection. Default 5000. */
  'hazelcast.client.heartbeat.interval': number;
  /** Milliseconds of silence after which a connection is closed. Default 60000. */
  'hazelcast.client.heartbeat.timeout': number;
  /** Milliseconds between retries of a call, from the sixth retry on. Default 1000. */
  'hazelcast.client.invocation.retry.pause.millis': number;
  /** Milliseconds after which a call is not retried any more. Default 120000. */
  'hazelcast.client.invocation.timeout.millis': number;
  /** Join messages that are sent together into one write. Default true. */
  'hazelcast.client.autopipelining.enabled': boolean;
  /** Bytes after which a write is made although more messages wait. Default 65536. */
  'hazelcast.client.autopipelining.threshold.bytes': number;
  /** Set `TCP_NODELAY` on sockets, so that small requests are sent at once. Default true. */
  'hazelcast.client.socket.no.delay': boolean;
  /** Try the configured members in random order. Default true. */
  'hazelcast.client.shuffle.member.list': boolean;
  /** Least severe level that is logged. Default `'INFO'`. Applies to consoles; other custom loggers have their own level. */
  'hazelcast.logging.level': LogLevelName;
  /** Milliseconds that a call waits for the acknowledgements of its backups. Default 5000. */
  'hazelcast.client.operation.backup.timeout.millis': number;
  /** Reject a call whose backups are not acknowledged in time; false: it resolves. Default false. */
  'hazelcast.client.operation.fail.on.indeterminate.state': boolean;
  /** Older name of `metrics.enabled`, which it overrides when given. Default false. */
  'hazelcast.client.statistics.enabled': boolean;
  /** Older name of `metrics.collectionFrequencySeconds`, which it overrides when given: seconds; 0 or less: the default. Default 3. */
  'hazelcast.client.statistics.period.seconds': number;
  /** Most times that a Compact schema is sent until every member has it. Then the call rejects. Default 100. */
  'hazelcast.client.schema.max.put.retry.count': number;
  /** Seconds between two repairs of near caches; 0: only after a new connection. Default 60. */
  'hazelcast.invalidation.reconciliation.interval.seconds': number;
  /** Least seconds that the reconciliation interval may be, except 0. Default 30. */
  'hazelcast.invalidation.min.reconciliation.interval.seconds': number;
  /** Number of missing invalidations of a map at which its near cache drops entries that may be stale at once. Default 10. */
  'hazelcast.invalidation.max.tolerated.miss.count': number;
  /** Has no effect: this client does not scan for resources to clean. Milliseconds, default 100. */
  'hazelcast.client.internal.clean.resources.millis': number;
  /** URL of Hazelcast Cloud, `https:`, for `network.hazelcastCloud`. Default `'https://api.cloud.hazelcast.com'`. */
  'hazelcast.client.cloud.url': string;
  /** Connect to the members' public addresses. Default null: the client finds out. */
  'hazelcast.discovery.public.ip.enabled': boolean | null;
}

const millis = (min: number): Reader<number> => number('milliseconds', min);
/** The longest delay of a timer, in seconds. */
export const MAX_PERIOD_SECONDS: number = Math.floor(LONGEST_DELAY_MILLIS / 1000);

const seconds = number('seconds', 0, MAX_PERIOD_SECONDS);
const count = integer('tries', 0);

/** Throws InvalidConfigurationError if the interval between repairs of near caches is shorter than its minimum. */
export function checkRepairs(properties: ClientProperties): void {
  const least = properties['hazelcast.invalidation.min.reconciliation.interval.seconds'];
  const name = 'hazelcast.invalidation.reconciliation.interval.seconds';
  if (properties[name] === 0 || properties[name] >= least) return;
  throw rejectedNumber(`properties['${name}']`, properties[name], `0, or at least ${least} seconds`);
}

/** Reads an `https:` URL: the token must not be sent in clear. */
function httpsUrl(value: unknown, path: string): string {
  if (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value))
    // The token must not go in plain text. As officially, the service is asked over TLS whatever the scheme.
    return value.replace(/^http:/i, 'https:');
  throw rejected(path, value, 'an https: URL');
}

const options: Options<ClientProperties> = {
  'hazelcast.client.heartbeat.interval': optional(delay(1), 5000),
  'hazelcast.client.heartbeat.timeout': optional(millis(1), 60_000),
  'hazelcast.client.invocation.retry.pause.millis': optional(delay(0), 1000),
  'hazelcast.client.invocation.timeout.millis': optional(millis(0), 120_000),
  'hazelcast.client.autopipelining.enabled': optional(flag, true),
  'hazelcast.client.autopipelining.threshold.bytes': optional(integer('bytes', 0), 65_536),
  'hazelcast.client.socket.no.delay': optional(flag, true),
  'hazelcast.client.shuffle.member.list': optional(flag, true),
  'hazelcast.logging.level': optional(oneOf(LOG_LEVEL_NAMES), 'INFO'),
  'hazelcast.client.operation.backup.timeout.millis': optional(delay(0), 5000),
  'hazelcast.client.operation.fail.on.indeterminate.state': optional(flag, false),
  'hazelcast.client.statistics.enabled': optional(flag, false),
  'hazelcast.client.statistics.period.seconds': optional(
    number('seconds', -MAX_PERIOD_SECONDS, MAX_PERIOD_SECONDS),
    3,
  ),
  'hazelcast.client.schema.max.put.retry.count': optional(count, 100),
  'hazelcast.invalidation.reconciliation.interval.seconds': optional(seconds, 60),
  'hazelcast.invalidation.min.reconciliation.interval.seconds': optional(seconds, 30),
  'hazelcast.invalidation.max.tolerated.miss.count': optional(count, 10),
  'hazelcast.client.internal.clean.resources.millis': optional(millis(0), 100),
  'hazelcast.client.cloud.url': optional(httpsUrl, 'https://api.cloud.hazelcast.com'),
  'hazelcast.discovery.public.ip.enabled': optional<boolean | null>(
    (value, path) => (value === null ? null : flag(value, path)),
    null,
  ),
};

/** Reads `properties`. A name that is not an official property throws, as in the official client. */
export const readProperties: Reader<ClientProperties> = section(options, 'property');

const FLAGS = [
  'hazelcast.client.autopipelining.enabled',
  'hazelcast.client.socket.no.delay',
  'hazelcast.client.shuffle.member.list',
  'hazelcast.client.operation.fail.on.indeterminate.state',
  'hazelcast.client.statistics.enabled',
  'hazelcast.discovery.public.ip.enabled',
];
const NUMBERS = [
  'hazelcast.client.heartbeat.interval',
  'hazelcast.client.heartbeat.timeout',
  'hazelcast.client.invocation.retry.pause.millis',
  'hazelcast.client.invocation.timeout.millis',
  'hazelcast.client.autopipelining.threshold.bytes',
  'hazelcast.client.operation.backup.timeout.millis',
  'hazelcast.client.statistics.period.seconds',
  'hazelcast.client.schema.max.put.retry.count',
  'hazelcast.invalidation.reconciliation.interval.seconds',
  'hazelcast.invalidation.max.tolerated.miss.count',
];

export const propertyFields: FileFields = {
  ...Object.fromEntries(FLAGS.map((name) => [`properties.${name}`, asFlag(`properties/${name}`)])),
  ...Object.fromEntries(NUMBERS.map((name) => [`properties.${name}`, asNumber(`properties/${name}`)])),
  'properties.hazelcast.client.cloud.url': asText('properties/hazelcast.client.cloud.url'),
  'properties.hazelcast.logging.level': asText('properties/hazelcast.logging.level'),
  // The file may give this one in seconds, as Java clients do.
  'properties.hazelcast.client.invocation.timeout.seconds': asSeconds(
    'properties/hazelcast.client.invocation.timeout.millis',
  ),
};
