import { Tier, type Cell } from '../experiment.js';
import { sizeTitle } from '../load/map-load.js';

/** What a load does: publish with confirms, consume with acknowledgements, or both by the clock. */
export type AmqpWork = 'publish' | 'consume' | 'paced';

export interface AmqpCell extends Cell {
  readonly work: AmqpWork;
  /** Length of each message, in bytes. */
  readonly bytes: number;
  /** Number of messages in flight: without a confirmation, or without an acknowledgement. Of the paced load: how many a second. */
  readonly count: number;
}

const KB = 1024;

function closed(work: 'publish' | 'consume', bytes: number, count: number, tier: Tier): AmqpCell {
  const size = sizeTitle(bytes);
  return {
    id: `${work}-${size.replace(' ', '')}-c${count}`,
    title: `${work} ${size}, c=${count.toLocaleString('en-US')}`,
    tier,
    work,
    bytes,
    count,
  };
}

function paced(bytes: number, perSecond: number, tier: Tier): AmqpCell {
  const size = sizeTitle(bytes);
  return {
    id: `paced-${size.replace(' ', '')}-${perSecond}`,
    title: `publish and consume ${size}, ${perSecond.toLocaleString('en-US')}/s`,
    tier,
    work: 'paced',
    bytes,
    count: perSecond,
  };
}

export const AMQP_CELLS: readonly AmqpCell[] = [
  ...[100, 10 * KB].flatMap((bytes) =>
    (['publish', 'consume'] as const).flatMap((work) => [
      closed(work, bytes, 1, bytes === 100 ? Tier.QUICK : Tier.DEFAULT),
      closed(work, bytes, 4, Tier.DEFAULT),
      closed(work, bytes, 8, Tier.DEFAULT),
      closed(work, bytes, 64, Tier.QUICK),
      closed(work, bytes, 1000, Tier.DEFAULT),
    ]),
  ),
  paced(100, 100, Tier.DEFAULT),
  paced(100, 1000, Tier.QUICK),
];
