import { connectOfficialAlike, connectOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { callExperiment } from '../load/map-experiment.js';
import { COLLECTIONS } from '../structures/collections.js';
import { MAPS } from '../structures/maps.js';
import { NUMBERS } from '../structures/numbers.js';
import { STREAMS } from '../structures/streams.js';
import { cellsOfWorks, type StructureCell } from '../structures/structure-cell.js';

export const STRUCTURE_CELLS: readonly StructureCell[] = cellsOfWorks([
  ...COLLECTIONS,
  ...MAPS,
  ...STREAMS,
  ...NUMBERS,
]);

export const structures: Experiment = callExperiment(
  {
    name: 'structures',
    title: 'Every structure against the official client',
    method:
      'Closed loop on one client with its default configuration, c calls in flight on one structure. Items are texts of 100 characters. ' +
      'What grows is cleared after each 20,000 calls; a queue that is polled is filled again by `addAll` of 1,000, which counts as no operation but takes its time. ' +
      'All items of a `readMany` are looked at. A message of a topic is an operation when its `publish` was answered and the same client’s listener has heard it. ' +
      'Every answer is checked, and in the end that no item is missing or there twice.',
    // Left out of `--quick` runs without a name, whose six minutes are full.
    tier: Tier.DEFAULT,
    cells: STRUCTURE_CELLS,
  },
  {
    official: [Tier.QUICK, connectOfficialAlike],
    offloop: [Tier.QUICK, connectOffloop],
  },
);
