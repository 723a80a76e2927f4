import { openOfficial } from '../clients/open.js';
import { slowed } from '../clients/slowed.js';
import { Tier, type Cell, type Experiment } from '../experiment.js';
import { mapCell } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { worksOf } from '../load/works-of.js';
import { ownMemberLoadsOf, type OwnMemberCell } from '../load/own-member-loads.js';

/** One operation in this many is done twice, which makes 10 %. */
const ONE_IN = 10;

const BASELINE = 'official';
const SAME = 'the same';
const SLOWER = '10 % slower';

const IN_PROCESS: readonly Cell[] = [
  { id: 'parse', title: 'JSON.parse of 1 KB, in process', tier: Tier.QUICK },
];
const ON_MEMBER: readonly OwnMemberCell[] = [
  mapCell('get', 1024, 256, Tier.QUICK),
  mapCell('set', 1024, 256, Tier.DEFAULT),
].map((cell) => ({ ...cell, transport: 'plain', workers: 0 }));

const ROWS = Array.from({ length: 24 }, (_, row) => ({ row, name: `name ${row}`, share: row / 7 }));
const TEXT = JSON.stringify(ROWS);

const parse = worksOf(IN_PROCESS, (_cell, { approach }) => {
  let done = 0;
  const parseOnce = (): void => {
    const rows = JSON.parse(TEXT) as typeof ROWS;
    if (rows.length !== ROWS.length) throw new Error(`${rows.length} rows were parsed`);
  };
  return (count) => {
    for (let i = 0; i < count; i++) {
      parseOnce();
      if (approach === SLOWER && ++done % ONE_IN === 0) parseOnce();
    }
  };
});

const load = ownMemberLoadsOf(ON_MEMBER, async ({ address }, _cell, approach) => {
  const client = await openOfficial(address);
  return approach === SLOWER ? slowed(client, ONE_IN) : client;
});

/** Figures that judge, first of all CPU time: the planted difference is made of it, and a busy machine blurs it least. */
const JUDGED = ['mainCpuMicros', 'processCpuMicros'];
const judgedFirst = [
  ...JUDGED.map((key) => ({ ...WINDOW_FIGURES.find((figure) => figure.key === key)!, headline: true })),
  ...WINDOW_FIGURES.filter(({ key }) => !JUDGED.includes(key)),
];

export const selfCheck: Experiment = {
  name: 'self-check',
  title: 'The harness itself: no difference, and a planted one',
  method:
    'The same thing three times: work in process, and the official client, which does all of it on the main thread, on an embedded member in a process of its own. ' +
    `"${SAME}" must read "no difference" (but for chance). "${SLOWER}" does one operation in ${ONE_IN} twice and counts it once, so its CPU-µs/op must read about 1.10×, ` +
    'and be found worse. Many pairs of short processes: what two neighbours do not share is noise, and the mean of many pairs is rid of most of it.',
  needsMember: false,
  pace: 0.25,
  pairsFactor: 4,
  cells: [...IN_PROCESS, ...ON_MEMBER],
  approaches: [BASELINE, SAME, SLOWER].map((name) => ({ name, tier: Tier.QUICK })),
  figures: judgedFirst,
  async run(context) {
    const cellsAmong = (cells: readonly Cell[]): string[] =>
      context.cells.filter((id) => cells.some((cell) => cell.id === id));
    return [
      ...(await parse({ ...context, cells: cellsAmong(IN_PROCESS) })),
      ...(await load({ ...context, cells: cellsAmong(ON_MEMBER) })),
    ];
  },
};
