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

const SIZES = [100, 10 * KB];

function closedOfAllWorks(count: number, tier: (bytes: number) => Tier): AmqpCell[] {
  return SIZES.flatMap((bytes) => [
    closed('publish', bytes, count, tier(bytes)),
    closed('consume', bytes, count, tier(bytes)),
  ]);
}

/** Few messages in flight first: the default moves into the thread, once, when there are many. */
export const AMQP_CELLS: readonly AmqpCell[] = [
  ...closedOfAllWorks(1, (bytes) => (bytes === 100 ? Tier.QUICK : Tier.DEFAULT)),
  // Not the first: some seconds after it was opened, a connection has its guard started.
  paced(100, 100, Tier.DEFAULT),
  paced(100, 1000, Tier.QUICK),
  ...closedOfAllWorks(4, () => Tier.DEFAULT),
  ...closedOfAllWorks(8, () => Tier.DEFAULT),
  ...closedOfAllWorks(64, () => Tier.QUICK),
  ...closedOfAllWorks(1000, () => Tier.DEFAULT),
];
