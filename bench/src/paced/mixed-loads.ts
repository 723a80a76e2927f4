import type { Experiment } from '../experiment.js';
import type { MapCell, OpenClient } from '../load/map-experiment.js';
import { measureMapLoad, warmUpProcess } from '../load/map-load.js';
import { withClient } from '../load/with-client.js';
import { cellsOf } from '../load/works-of.js';
import { measurePaced, type PacedCell } from './paced-load.js';

/** The `run` of an experiment whose cells are loads on a map by the clock, or in a closed loop, on one client. */
export function measureMixed(
  cells: readonly (PacedCell | MapCell)[],
  open: Readonly<Record<string, OpenClient>>,
): Experiment['run'] {
  return (context) =>
    withClient(open, context, async (client) => {
      await warmUpProcess(client, context);
      const results = [];
      for (const cell of cellsOf(cells, context.cells))
        results.push(
          'perSecond' in cell
            ? await measurePaced(client, cell, context)
            : await measureMapLoad(client, cell, context.timing, context.seed),
        );
      return results;
    });
}
