import { MAX_PERIOD_SECONDS, type ClientProperties, type Properties } from './properties.js';
import { asFlag, asNumber, type FileFields } from '../reading/file-fields.js';
import {
  flag,
  number,
  optional,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';

const ENABLED = 'hazelcast.client.statistics.enabled';
const PERIOD = 'hazelcast.client.statistics.period.seconds';
const DEFAULT_PERIOD_SECONDS = 3;

/** `metrics`: figures that the client sends to a member, for Management Center. */
export interface MetricsConfig {
  /** Send figures to a member. Default true. */
  enabled?: boolean;
  /** Seconds between two reports, more than 0. Default 5. */
  collectionFrequencySeconds?: number;
}

export type ResolvedMetrics = Checked<MetricsConfig>;

const options: Options<ResolvedMetrics> = {
  enabled: optional(flag, true),
  collectionFrequencySeconds: optional(number('seconds', 0.001, MAX_PERIOD_SECONDS), 5),
};

export const readMetrics: Reader<ResolvedMetrics> = section(options, 'metrics config');

export const metricsFields: FileFields = {
  'metrics.enabled': asFlag('metrics/enabled'),
  'metrics.collection-frequency-seconds': asNumber('metrics/collectionFrequencySeconds'),
};

/**
 * Returns the effective settings. As in the official client, each of the two properties overrides its option when it is given.
 *
 * @param properties the properties with their defaults.
 * @param given the properties that the user set.
 */
export function chosenMetrics(
  metrics: ResolvedMetrics,
  properties: ClientProperties,
  given: Properties | undefined,
): ResolvedMetrics {
  const seconds = isGiven(given, PERIOD) ? properties[PERIOD] : metrics.collectionFrequencySeconds;
  return {
    enabled: isGiven(given, ENABLED) ? properties[ENABLED] : metrics.enabled,
    collectionFrequencySeconds: seconds > 0 ? seconds : DEFAULT_PERIOD_SECONDS,
  };
}

/** Returns the warning for a period in place of which the default is used; undefined if there is none. */
export function periodWarning(
  { enabled }: ResolvedMetrics,
  properties: ClientProperties,
): string | undefined {
  const seconds = properties[PERIOD];
  if (!enabled || seconds > 0) return undefined;
  return (
    `Provided client statistics ${PERIOD} can not be less than or equal to 0: ` +
    `it is ${seconds}, and the default of ${DEFAULT_PERIOD_SECONDS} is used`
  );
}

function isGiven(given: Properties | undefined, name: keyof ClientProperties): boolean {
  return given?.[name] !== undefined;
}
