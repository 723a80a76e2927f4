import { Tier, type CellResult, type Experiment } from '../experiment.js';
import { measureCalls } from '../load/call-load.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { openOfficialMaps, openOffloopMaps, type MapClient } from './map-client.js';
import { NEAR_CELLS } from './near-cells.js';
import { QUERY_CELLS } from './query-cells.js';
import { measureStorm, STORM } from './storm.js';

const CALL_CELLS = [...NEAR_CELLS, ...QUERY_CELLS];

const CLIENTS: Clients<MapClient> = {
  official: [Tier.QUICK, openOfficialMaps],
  offloop: [Tier.QUICK, openOffloopMaps],
};

export const mapMore: Experiment = {
  name: 'map-more',
  title: 'Near caches and queries against the official client',
  method:
    'Closed loop on one client, c calls in flight. Near caches have the default `BINARY` and `LRU`; texts of 100 characters. A hit is one of 10,000 entries, one after another, with a turn of the loop ' +
    'after each 500; a miss asks for what has expired; an insert goes into a full near cache. The window of the storm is as long as its invalidations take: a second client removes all entries by one ' +
    'request, and an operation is an invalidation. Queries: an operation is the whole result, of which each value is made. Whether hits were hits is counted; every answer is checked.',
  needsMember: true,
  pace: 0.5,
  // Left out of `--quick` runs without a name: the member has to be filled for each process.
  tier: Tier.DEFAULT,
  cells: [...CALL_CELLS, STORM],
  approaches: approachesOf(CLIENTS),
  figures: WINDOW_FIGURES,
  run: (context) =>
    withClient(CLIENTS, context, async (client) => {
      const calls = context.cells.filter((id) => id !== STORM.id);
      const results: CellResult[] = await measureCalls(client, 'map-more', CALL_CELLS, {
        ...context,
        cells: calls,
      });
      if (calls.length < context.cells.length) {
        context.onCell?.(STORM.id);
        results.push(await measureStorm(client, `map-more-${STORM.id}`));
      }
      return results;
    }),
};
