import { cpuShares, pinTo } from '../harness/confine.js';
import type { CallCell } from '../load/call-load.js';
import { threadFigures, threadsOfProcess } from './thread-figures.js';

/** A client whose threads are kept apart from its caller's and the member's. */
export interface Apart<Client> {
  readonly client: Client;
  /** A cell that also measures what its workers and its member cost. */
  readonly measured: (cell: CallCell<Client>) => CallCell<Client>;
}

/** Opens a client, and gives its caller's thread a CPU alone; what it started goes where workers are to be. */
export async function openApart<Client>(
  memberPid: number | null,
  open: () => Promise<Client>,
): Promise<Apart<Client>> {
  const before = threadsOfProcess();
  const client = await open();
  const workers = threadsOfProcess().filter((thread) => !before.includes(thread));
  const shares = cpuShares();
  await pinTo(shares.workers, process.pid);
  await pinTo(shares.caller, process.pid, true);
  const measured = (cell: CallCell<Client>): CallCell<Client> => ({
    ...cell,
    prepare: async (...args) => ({
      ...(await cell.prepare(...args)),
      more: threadFigures(workers, memberPid),
    }),
  });
  return { client, measured };
}
