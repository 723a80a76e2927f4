import { Tier, type Experiment } from '../experiment.js';
import { measureCalls } from '../load/call-load.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { SQL_CELLS } from './sql-cells.js';
import { openOfficialSql, openOffloopSql, type SqlClient } from './sql-client.js';

const CLIENTS: Clients<SqlClient> = {
  official: [Tier.QUICK, openOfficialSql],
  offloop: [Tier.QUICK, openOffloopSql],
};

export const sql: Experiment = {
  name: 'sql',
  title: 'SQL against the official client',
  method:
    'Closed loop on one client with its default configuration, c statements in flight; rows are objects of five columns (whole numbers, text, double, boolean), read one by one and checked in ' +
    'full. Rows come from `generate_series`; a row by its key from a mapping of JSON documents. An operation is a row, with its share of its statement.',
  needsMember: true,
  needsSql: true,
  pace: 0.5,
  tier: Tier.DEFAULT,
  cells: SQL_CELLS,
  approaches: approachesOf(CLIENTS),
  figures: [...WINDOW_FIGURES, ...LATENCY_FIGURES],
  run: (context) => withClient(CLIENTS, context, (client) => measureCalls(client, 'sql', SQL_CELLS, context)),
};
