import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { Outcome } from '../figures/outcome.js';
import { Lineup, type TurnLoad } from './lineup.js';

/** The seconds of load before anything counts, and of that which counts. */
export interface Seconds {
  readonly warmUp: number;
  readonly measured: number;
}

/** Measures one approach in fresh processes, after a warm-up by the same load. Rejects if a process fails. */
export async function measure(
  grid: GridSettings,
  approach: Approach,
  load: TurnLoad,
  { warmUp, measured }: Seconds,
): Promise<Outcome> {
  const lineup = new Lineup(grid, [approach]);
  try {
    await lineup.warmUp(load, warmUp);
    return (await lineup.turn(approach, load, measured)).outcome;
  } finally {
    await lineup.stop();
  }
}
