import { startRealMember } from '@offloop/tools';
import { memberVersions } from '../clients/open.js';
import { Tier, type Timing } from '../experiment.js';
import type { Options } from '../options.js';
import { runChild } from './child.js';

export interface BenchCluster {
  /** Address of a member, `host:port`. */
  readonly address: string;
  /** Version of the members, e.g. `5.6.0`. */
  readonly version: string;
  /** Text for the caption that says how it was started. */
  readonly description: string;
  /** Process id of the member; null if we did not start it. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

const HEAP = '1g';

/** Starts a member, or takes the one that `--cluster` names. It is not warm yet. @param sql true if it needs the SQL engine */
export async function openCluster(options: Options, sql: boolean): Promise<BenchCluster> {
  if (options.cluster !== null) {
    const version = (await memberVersions(options.cluster)).join(', ');
    return {
      address: options.cluster,
      version,
      description: 'a cluster that was already running',
      pid: null,
      stop: async () => {},
    };
  }
  // A fixed, committed heap: growing it would be a slow first minute.
  const member = await startRealMember({ heap: HEAP, jvmOptions: [`-Xms${HEAP}`], sql });
  try {
    const version = (await memberVersions(member.address)).join(', ');
    return {
      address: member.address,
      version,
      description: `one member with ${HEAP} heap${sql ? ' and the SQL engine' : ''} on the same machine, loopback`,
      pid: member.pid,
      stop: async () => {
        await member.kill();
      },
    };
  } catch (error) {
    await member.kill();
    throw error;
  }
}

/** Seconds of load until the JVM has compiled what a benchmark calls. */
const MEMBER_WARMUP_SECONDS = 30;
const QUICK_MEMBER_WARMUP_SECONDS = 12;
/** Cells that warm the member up: calls of every shape, so that none of its paths is cold. */
const WARMUP_CELLS = [
  'get-1KB-c256',
  'set-1KB-c256',
  'get-100KB-c8',
  'set-100KB-c8',
  'get-3B-c1',
  'set-3B-c1',
];

export function warmupSeconds({ tier, cluster, memberWarmup }: Options): number {
  if (memberWarmup !== null) return memberWarmup;
  return tier === Tier.QUICK || cluster !== null ? QUICK_MEMBER_WARMUP_SECONDS : MEMBER_WARMUP_SECONDS;
}

/** Loads the member by a run of `get-set` whose figures nobody reads: by the baseline client, in a process of its own. */
export async function warmUpMember(address: string, seconds: number, node: string): Promise<void> {
  if (seconds === 0) return;
  const timing: Timing = { processWarmup: 0, cellWarmup: 0, window: seconds / WARMUP_CELLS.length };
  const context = { approach: 'official', cells: WARMUP_CELLS, timing, seed: 1, cluster: address };
  await runChild({ node, request: { experiment: 'get-set', context }, timeoutSeconds: seconds * 3 + 60 });
}
