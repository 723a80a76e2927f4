import { Tier, type Experiment } from '../experiment.js';
import { measureCalls } from '../load/call-load.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { ESTIMATORS } from './estimators.js';
import { cellsOfWorks, type StructureCell } from './structure-cell.js';
import { openOffloopStructures, type OwnStructures, type StructureClient } from './structure-client.js';

export const OWN_STRUCTURE_CELLS: readonly StructureCell<OwnStructures>[] = cellsOfWorks(ESTIMATORS);

const CLIENTS: Clients<StructureClient<OwnStructures>> = {
  'offloop-workers0': [Tier.QUICK, (cluster) => openOffloopStructures(cluster, { workers: 0 })],
  'offloop-workers1': [Tier.QUICK, (cluster) => openOffloopStructures(cluster, { workers: 1 })],
  offloop: [Tier.QUICK, openOffloopStructures],
};

export const ownStructures: Experiment = {
  name: 'own-structures',
  title: 'Structures that the official client does not have',
  method:
    'As in `structures`, on the loop (`offloop-workers0`), in the thread, and with defaults. Items are 20,000 texts of 100 characters, and an estimate may be 5 % off. Every answer is checked.',
  needsMember: true,
  // Left out of a look at everything, whose six minutes are full.
  tier: Tier.DEFAULT,
  cells: OWN_STRUCTURE_CELLS,
  approaches: approachesOf(CLIENTS),
  figures: WINDOW_FIGURES,
  run: (context) =>
    withClient(CLIENTS, context, (client) =>
      measureCalls(client, 'own-structures', OWN_STRUCTURE_CELLS, context),
    ),
};
