import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import type { Plan } from '../plan/plan.js';
import type { World } from '../time/world.js';

/** What other clients do to the data of the clusters, each at random times until the end of the faults. */
export function beginOthers(
  world: World,
  { listeners, eventsPerSecond, mostEvents, nearCache, keys }: Plan,
  clusters: readonly SimulatedCluster[],
  end: number,
  trace: (line: string) => void,
): void {
  const { random } = world;
  const often = (timesPerSecond: number, act: () => void): void => {
    if (timesPerSecond === 0) return;
    world.after((2000 * random.next()) / timesPerSecond, () => {
      if (world.time > end) return;
      act();
      often(timesPerSecond, act);
    });
  };
  if (listeners > 0) {
    often(eventsPerSecond, () => {
      for (const cluster of clusters) cluster.tellListeners(random.between(1, mostEvents));
    });
  }
  if (nearCache === null) return;
  often(nearCache.othersPerSecond, () => {
    for (const { operations } of clusters) operations.writeApart(random.below(keys));
  });
  often(nearCache.wipesPerSecond, () => {
    const isDestroyed = random.chance(nearCache.destroys);
    trace(`another client ${isDestroyed ? 'destroys' : 'clears'} the map`);
    for (const { wipes } of clusters) wipes.wipe(isDestroyed);
  });
}
