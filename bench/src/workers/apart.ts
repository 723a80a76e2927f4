import { cpuShares, pinTo } from '../harness/confine.js';
import type { CallCell } from '../load/call-load.js';
import { threadFigures, threadsOfProcess } from './thread-figures.js';

/** A client whose worker threads are on other CPUs than its caller's thread and the member. */
export interface Apart<Client> {
  readonly client: Client;
  /** Returns a cell that also measures what its workers and its member cost. */
  readonly measured: (cell: CallCell<Client>) => CallCell<Client>;
}

/** Opens a client, and gives its caller's thread a CPU alone. The threads that the client started go to the CPUs of workers. */
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
