import { Tier, type Experiment } from '../experiment.js';
import { callExperiment } from '../load/map-experiment.js';
import { TYPED_CELLS } from '../values/typed-cells.js';
import { VALUE_CELLS } from '../values/value-cells.js';
import { openOfficialValues, openOffloopValues } from '../values/value-client.js';

export const values: Experiment = callExperiment(
  {
    name: 'values',
    title: 'Values of all kinds and sizes',
    method:
      'Closed loop on one client with its default configuration, c calls in flight. JSON: items of ten fields whose keys repeat; ' +
      '`offloop-text` has the caller parse it. Texts are made of one alphabet each. Summaries: one number a document, by `getAllTransformed`, ' +
      'or by `getAll` and the same function on the caller. An operation of a list cell is the whole list. Compact and Portable: objects of a class of 20 fields (ints, longs, doubles, texts, booleans, a decimal, a date), ' +
      'by the same serializers in both clients; the list of decimals is written by offloop for both, since the official client writes none but as a field. Every answer is checked at one spot, and one of each key in full when the window is over; after sets every key is read back.',
    cells: [...VALUE_CELLS, ...TYPED_CELLS],
  },
  {
    official: [Tier.QUICK, openOfficialValues],
    offloop: [Tier.QUICK, openOffloopValues],
    'offloop-text': [Tier.FULL, (cluster) => openOffloopValues(cluster, { packJsonFrom: 0 })],
  },
);
