import { namedConfigs, type NamedConfigs } from './named-configs.js';
import { integer, number, optional, section, type Reader } from './readers.js';

/** How a flake id generator keeps ids in stock. */
export interface FlakeIdGeneratorConfig {
  /** Ids that are fetched at once, 1 to 100,000. Default 100. */
  prefetchCount?: number;
  /**
   * Milliseconds for which fetched ids may be given out: ids begin with a time, and old ones would be far out of order.
   * 0: for ever. Default 600,000.
   */
  prefetchValidityMillis?: number;
}

export type ResolvedFlakeIdGenerator = Readonly<Required<FlakeIdGeneratorConfig>>;

/** By the generators' names. */
export const readFlakeIdGenerators: Reader<NamedConfigs<ResolvedFlakeIdGenerator>> = namedConfigs(
  section<ResolvedFlakeIdGenerator>({
    prefetchCount: optional(integer('ids', 1, 100_000), 100),
    prefetchValidityMillis: optional(number('milliseconds', 0), 600_000),
  }),
);
