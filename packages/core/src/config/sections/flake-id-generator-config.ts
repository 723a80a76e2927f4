import { namedConfigs, type NamedConfigs } from '../reading/named-configs.js';
import {
  integer,
  number,
  optional,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';
import { asNumber, type FileFields } from '../reading/file-fields.js';

/** Settings of a flake id generator: the number of ids it fetches ahead, and the time for which it keeps them. */
export interface FlakeIdGeneratorConfig {
  /** Ids fetched by one request, 1 to 100,000. Default 100. */
  prefetchCount?: number;
  /**
   * Milliseconds for which fetched ids may be used; 0: for ever. Ids begin with a time, so old ones sort before ids that
   * others took meanwhile. Default 600,000.
   */
  prefetchValidityMillis?: number;
}

export type ResolvedFlakeIdGenerator = Checked<FlakeIdGeneratorConfig>;

const options: Options<ResolvedFlakeIdGenerator> = {
  prefetchCount: optional(integer('ids', 1, 100_000), 100),
  prefetchValidityMillis: optional(number('milliseconds', 0), 600_000),
};

export const readFlakeIdGenerators: Reader<NamedConfigs<ResolvedFlakeIdGenerator>> = namedConfigs(
  section(options, 'flake id generator config'),
);

export const flakeIdGeneratorFields: FileFields = {
  'flake-id-generator.*.prefetch-count': asNumber('flakeIdGenerators/*/prefetchCount'),
  'flake-id-generator.*.prefetch-validity-millis': asNumber('flakeIdGenerators/*/prefetchValidityMillis'),
};
