import { startMemberProcess, type RunningMember } from '@offloop/demo-server/measuring';
import type { BenchClient } from '../clients/client.js';
import type { CellResult, Experiment } from '../experiment.js';
import { cellsOf } from './cells.js';
import { measureMapCells } from './map-experiment.js';
import type { MapCell } from './map-load.js';

/** A load on a member that the child starts itself. Cells with the same transport and workers share a client. */
export interface OwnMemberCell extends MapCell {
  readonly transport: 'plain' | 'tls';
  readonly workers: 0 | 1;
}

type OpenOnMember = (
  member: Pick<RunningMember, 'address' | 'ca'>,
  cell: Pick<OwnMemberCell, 'workers'>,
  approach: string,
) => Promise<BenchClient>;

/**
 * Returns the `run` of an experiment that compares offloop with itself. Every child starts an embedded member beside it, a server without a
 * JVM's compiler and collector, which takes a few microseconds for an answer.
 */
export function ownMemberLoadsOf(cells: readonly OwnMemberCell[], open: OpenOnMember): Experiment['run'] {
  return async (context) => {
    const results: CellResult[] = [];
    for (const group of groupsOf(cellsOf(cells, context.cells))) {
      const member = await startMemberProcess(group[0].transport);
      try {
        const client = await open(member, group[0], context.approach);
        try {
          const ids = group.map(({ id }) => id);
          results.push(...(await measureMapCells(client, group, { ...context, cells: ids })));
        } finally {
          await client.shutdown();
        }
      } finally {
        await member.stop();
      }
    }
    return results;
  };
}

/** Groups the cells that share a client, in the order in which their first cells come. */
function groupsOf(cells: readonly OwnMemberCell[]): OwnMemberCell[][] {
  const clientOf = ({ transport, workers }: OwnMemberCell): string => `${transport} ${workers}`;
  return [...new Set(cells.map(clientOf))].map((client) => cells.filter((cell) => clientOf(cell) === client));
}
