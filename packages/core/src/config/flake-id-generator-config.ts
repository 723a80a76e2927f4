import { namedConfigs, type NamedConfigs } from './named-configs.js';
import { integer, number, optional, section, type Reader } from './readers.js';

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

export type ResolvedFlakeIdGenerator = Readonly<Required<FlakeIdGeneratorConfig>>;

/** Reads `flakeIdGenerators`, whose keys are names or patterns of names. */
export const readFlakeIdGenerators: Reader<NamedConfigs<ResolvedFlakeIdGenerator>> = namedConfigs(
  section<ResolvedFlakeIdGenerator>(
    {
      prefetchCount: optional(integer('ids', 1, 100_000), 100),
      prefetchValidityMillis: optional(number('milliseconds', 0), 600_000),
    },
    'flake id generator config',
  ),
);
