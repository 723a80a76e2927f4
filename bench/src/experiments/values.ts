import { Tier, type Experiment } from '../experiment.js';
import { measureCalls } from '../load/call-load.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { withClient, type Open } from '../load/with-client.js';
import { TYPED_CELLS } from '../values/typed-cells.js';
import { VALUE_CELLS } from '../values/value-cells.js';
import { openOfficialValues, openOffloopValues, type ValueClient } from '../values/value-client.js';

const CELLS = [...VALUE_CELLS, ...TYPED_CELLS];

/** Bytes: as in docs/decisions/0016. */
const PACKED_FROM = 16 * 1024;

const OPEN: Readonly<Record<string, Open<ValueClient>>> = {
  official: openOfficialValues,
  offloop: (cluster) => openOffloopValues(cluster),
  'offloop-packed': (cluster) => openOffloopValues(cluster, { packJsonFrom: PACKED_FROM }),
};

export const values: Experiment = {
  name: 'values',
  title: 'Values of all kinds and sizes',
  method:
    'Closed loop on one client with its default configuration, c calls in flight. JSON: items of ten fields whose keys repeat; ' +
    '`offloop-packed` has it packed by the worker from 16 KiB on. Texts are made of one alphabet each. Summaries: one number a document, by `getAllTransformed`, ' +
    'or by `getAll` and the same function on the caller. An operation of a list cell is the whole list. Compact and Portable: objects of a class of 20 fields (ints, longs, doubles, texts, booleans, a decimal, a date), ' +
    'by the same serializers in both clients; the list of decimals is written by offloop for both, since the official client writes none but as a field. Every answer is checked at one spot, one in 64 in full; after sets every key is read back.',
  needsMember: true,
  cells: CELLS,
  approaches: [
    { name: 'official', tier: Tier.QUICK },
    { name: 'offloop', tier: Tier.QUICK },
    { name: 'offloop-packed', tier: Tier.FULL },
  ],
  figures: WINDOW_FIGURES,
  published: [],
  run: (context) => withClient(OPEN, context, (client) => measureCalls(client, 'values', CELLS, context)),
};
