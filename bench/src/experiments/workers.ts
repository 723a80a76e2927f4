import { startMemberProcess } from '@offloop/demo-server/measuring';
import { Tier, type CellResult, type Experiment, type RunContext } from '../experiment.js';
import { cpuShares, pinTo } from '../harness/confine.js';
import { measureCalls } from '../load/call-load.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { openOffloopValues } from '../values/value-client.js';
import { openApart } from '../workers/apart.js';
import { coresTable } from '../workers/arithmetic.js';
import { WORKERS_CELLS } from '../workers/cells.js';
import { THREAD_FIGURES } from '../workers/thread-figures.js';

const APART =
  'The caller’s thread has a CPU alone, and the member is kept off it; on two cores workers and member share the other. CPU-µs are what the ' +
  'kernel counts of each thread. On two cores a further worker shows what it costs that is not needed, not what it gives.';

const SHARED = {
  cells: WORKERS_CELLS,
  figures: [...WINDOW_FIGURES, ...THREAD_FIGURES],
  confinement: 'apart',
  remarks: (values) => coresTable(WORKERS_CELLS, values),
} as const satisfies Partial<Experiment>;

export const workers: Experiment = {
  ...SHARED,
  name: 'workers',
  title: 'Worker threads: one, two, four',
  method: `One real member, one client with \`runtime.workers\` of 1, 2 and 4. ${APART}`,
  needsMember: true,
  approaches: [
    { name: 'workers 1', tier: Tier.QUICK },
    { name: 'workers 2', tier: Tier.QUICK },
    { name: 'workers 4', tier: Tier.DEFAULT },
    { name: 'workers 0', tier: Tier.FULL },
  ],
  run: (context) => measure(context, memberOf(context), null, context.memberPid ?? null),
};

/**
 * The experiment `workers` over TLS. Encryption is done by the worker, so this load leaves the main thread the most room beside a worker.
 */
export const workersTls: Experiment = {
  ...SHARED,
  name: 'workers-tls',
  title: 'Worker threads over TLS: one, two, four',
  method: `An embedded member in a process of its own, over TLS; one client with \`runtime.workers\` of 1, 2 and 4. ${APART}`,
  needsMember: false,
  // Left out of `--quick` runs without a name, whose six minutes are full.
  tier: Tier.DEFAULT,
  approaches: [
    { name: 'workers 1', tier: Tier.QUICK },
    { name: 'workers 2', tier: Tier.QUICK },
    { name: 'workers 4', tier: Tier.DEFAULT },
  ],
  run: async (context) => {
    const member = await startMemberProcess('tls');
    try {
      const { address, ca, pid } = member;
      await pinTo(cpuShares().member, pid);
      return await measure(context, address, ca, pid);
    } finally {
      await member.stop();
    }
  },
};

function memberOf({ approach, cluster }: RunContext): string {
  if (cluster === null) throw new Error(`cannot run ${approach} without a member`);
  return cluster;
}

async function measure(
  context: RunContext,
  address: string,
  ca: string | null,
  memberPid: number | null,
): Promise<CellResult[]> {
  const count = Number(context.approach.split(' ')[1]);
  const { client, measured } = await openApart(memberPid, () =>
    openOffloopValues(address, { workers: count }, ca),
  );
  try {
    return await measureCalls(client, 'workers', WORKERS_CELLS.map(measured), context);
  } finally {
    await client.shutdown();
  }
}
