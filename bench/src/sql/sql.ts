import { connectOfficialAlike, connectOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { callExperiment } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { SQL_CELLS } from './sql-cells.js';

export const sql: Experiment = callExperiment(
  {
    name: 'sql',
    title: 'SQL against the official client',
    method:
      'Closed loop on one client with its default configuration, c statements in flight; rows are objects of five columns (whole numbers, text, double, boolean), read one by one and checked in ' +
      'full. Rows come from `generate_series`; a row by its key from a mapping of JSON documents. An operation is a row, with its share of its statement.',
    needsSql: true,
    pace: 0.5,
    tier: Tier.DEFAULT,
    cells: SQL_CELLS,
    figures: [...WINDOW_FIGURES, ...LATENCY_FIGURES],
  },
  {
    official: [Tier.QUICK, connectOfficialAlike],
    offloop: [Tier.QUICK, connectOffloop],
  },
);
