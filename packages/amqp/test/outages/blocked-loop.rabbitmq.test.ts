import { rounds } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { PLACE } from '../support/ours/place.js';
import {
  bigConsumer,
  bigPublisher,
  caller,
  publisher,
  server,
  type Block,
  type Library,
  type Outcome,
} from './support/blocked/scenarios.js';

/** The broker gives up a client that was silent for two heartbeats, or up to three. */
const BLOCK: Block = {
  millis: rounds({ short: 10_000, full: 10_000, soak: 60_000 }),
  // Not 2: twenty programs begin at once, and neither they nor the broker may stand still for two heartbeats before.
  heartbeatSeconds: 3,
  count: 300,
  bytes: 20_000_000,
};
/** The broker gives up a write that takes 30 s, as the page says: a guard reads nothing. */
const WRITE_MILLIS = 25_000;
const LIMIT_MILLIS = BLOCK.millis + 60_000;

const IDS = Array.from({ length: BLOCK.count }, (_, id) => id);

/** The outcome of a role that has kept its connection. */
function survived(seen: readonly unknown[], outside: unknown): Outcome {
  return { report: { survived: true, events: [], seen }, outside };
}

/** Where the connection is when the block begins: on the loop, on its way, or in the thread. */
const STAGES: Record<string, Pick<Block, 'move'>> = PLACE.threaded === undefined
  ? { guarded: {}, moving: { move: 'block' }, moved: { move: 'open' } }
  : { as: {} };

const ROLES = [
  {
    role: 'a server gets each call once, by valid tags, answers it once, and loses no acknowledgement',
    run: server,
    outcome: survived(
      IDS.map((id) => [id, id + 1, false]),
      { answers: IDS.map((id) => [2 * id, `${id}`, false]), left: 0 },
    ),
  },
  {
    role: 'a publisher sends each message once and in order, those of earlier ticks meanwhile, and gets its confirms',
    run: publisher,
    outcome: survived([...IDS.map((id) => [id, null]), 'checked'], {
      early: true,
      messages: IDS.map((id) => [id, undefined, false]),
    }),
  },
  {
    role: 'a caller gets each answer once',
    run: caller,
    outcome: survived(
      IDS.map((id) => [id, 2 * id, false]),
      IDS.map((id) => [id, false]),
    ),
  },
  {
    role: 'a consumer gets a message that was half-way, once',
    run: (library: Library, block: Block) =>
      bigConsumer(library, { ...block, millis: Math.min(block.millis, WRITE_MILLIS) }),
    outcome: survived(
      [
        [[1, 's'], 1, false],
        [[BLOCK.bytes, 'b'], 2, false],
      ],
      0,
    ),
  },
  {
    role: 'a publisher of more than the kernel takes sends it meanwhile, and what comes behind it',
    run: bigPublisher,
    outcome: survived(
      [
        [BLOCK.bytes, null],
        [1, null],
      ],
      { early: true, lengths: [[BLOCK.bytes, 1], [1, 1], false] },
    ),
  },
];

/** Strictly on the loop nothing keeps a connection but the loop: there it is lost, as amqplib's. */
const KEEPS = PLACE.threaded === false ? [] : ROLES;
const LOSERS = PLACE.threaded === false ? (['amqplib', 'offloop'] as const) : (['amqplib'] as const);

describe.concurrent(
  `while its loop is blocked for ${BLOCK.millis / 1000} s, at a heartbeat of ${BLOCK.heartbeatSeconds} s,`,
  () => {
    test.each(KEEPS)(
      '$role',
      async ({ run, outcome }) => {
        const outcomes = Object.entries(STAGES).map(async ([stage, moves]) => [
          stage,
          await run('offloop', { ...BLOCK, ...moves }),
        ]);
        const expected = Object.fromEntries(Object.keys(STAGES).map((stage) => [stage, outcome]));
        expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(expected);
      },
      LIMIT_MILLIS,
    );

    test.each(LOSERS)(
      'each of these loses its connection with %s',
      async (library) => {
        const outcomes = await Promise.all(ROLES.map(({ run }) => run(library, BLOCK)));
        expect(outcomes.map(({ report }) => report.survived)).toEqual(ROLES.map(() => false));
      },
      LIMIT_MILLIS,
    );
  },
);
