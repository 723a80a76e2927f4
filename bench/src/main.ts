import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Experiment } from './experiment.js';
import { EXPERIMENTS } from './experiments/index.js';
import { confine, NotPossibleError, type Confined } from './harness/confine.js';
import { openCluster, warmUpMember, warmupSeconds, type BenchCluster } from './harness/cluster.js';
import { describeEnvironment, isBusy, type Environment } from './harness/environment.js';
import { executeRounds, type RoundReports } from './harness/execute.js';
import { findNode, nodeVersion } from './harness/node-binary.js';
import { expectedSeconds, pairsOf, planRounds, timingOf } from './harness/plan.js';
import { createProgress, formatDuration } from './harness/progress.js';
import { selectApproaches, selectCells, selectExperiments } from './harness/select.js';
import { parseOptions, USAGE, UsageError, type Options } from './options.js';
import { RESULTS_FOLDER, writeResults } from './report/files.js';
import { renderOverview } from './report/markdown.js';
import { publish } from './report/publish.js';
import { summarizeExecution } from './report/results.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Bench {
  readonly options: Options;
  readonly node: string;
  readonly nodeVersion: string;
  readonly environment: Environment;
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), randomInt(2 ** 32));
  if (options.help) return say(USAGE);
  if (options.list) return list();
  if (options.render)
    return publish(
      RESULTS_FOLDER,
      EXPERIMENTS.map(({ name }) => name),
    );
  const experiments = selectExperiments(EXPERIMENTS, options);
  // every mistake in the arguments comes to light before the first minute of warm-up
  for (const experiment of experiments) {
    selectApproaches(experiment, options);
    selectCells(experiment, options);
  }

  const node = await findNode(options.node);
  const bench = {
    options,
    node,
    nodeVersion: await nodeVersion(node),
    environment: await describeEnvironment(),
  };
  say(`Node ${bench.nodeVersion}, seed ${options.seed}`);
  const { busyBefore, cores } = bench.environment;
  if (isBusy(bench.environment))
    say(`Careful: the machine is busy already (${busyBefore} of ${cores} CPUs have other work).`);

  const cluster = experiments.some(({ needsMember }) => needsMember) ? await openWarmCluster(bench) : null;
  try {
    for (const experiment of experiments) await runConfined(experiment, bench, cluster);
  } finally {
    await cluster?.stop();
  }
}

async function openWarmCluster({ options, node }: Bench): Promise<BenchCluster> {
  const cluster = await openCluster(options);
  try {
    const seconds = warmupSeconds(options);
    say(`Hazelcast ${cluster.version} at ${cluster.address}; warming it up for ${seconds} s`);
    await warmUpMember(cluster.address, seconds, node);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function runConfined(
  experiment: Experiment,
  bench: Bench,
  cluster: BenchCluster | null,
): Promise<void> {
  if (experiment.confinement === undefined) return runExperiment(experiment, bench, cluster, null);
  let confined: Confined;
  try {
    confined = await confine(experiment.confinement, cluster?.pid ?? null);
  } catch (error) {
    if (!(error instanceof NotPossibleError)) throw error;
    return say(`SKIPPED ${experiment.name}: ${error.message}`);
  }
  try {
    await runExperiment(experiment, bench, cluster, confined);
  } finally {
    await confined.release();
  }
}

async function runExperiment(
  experiment: Experiment,
  bench: Bench,
  cluster: BenchCluster | null,
  confined: Confined | null,
): Promise<void> {
  const { options, node } = bench;
  const cells = selectCells(experiment, options);
  const approaches = selectApproaches(experiment, options);
  const timing = timingOf(options, experiment.pace);
  const rounds = planRounds(
    options.seed,
    pairsOf(options, experiment.pairsFactor),
    approaches.length,
    cells.map(({ id }) => id),
  );
  const perProcess = expectedSeconds(timing, cells.length);
  const processes = rounds.length * approaches.length;
  say(
    `${experiment.name}: ${cells.length} cells × ${approaches.map(({ label }) => label).join(', ')} × ${rounds.length} pairs, about ${formatDuration(perProcess * processes)}`,
  );

  const reports: RoundReports[] = [];
  const startedAt = new Date();
  const startedMs = performance.now();
  const progress = createProgress(process.stdout, processes, perProcess);
  try {
    const address = experiment.needsMember ? (cluster?.address ?? null) : null;
    await executeRounds(
      {
        experiment,
        approaches,
        rounds,
        timing,
        node,
        cluster: address,
        prefix: confined?.prefix ?? [],
      },
      progress,
      (round) => reports.push(round),
    );
  } finally {
    progress.end();
    if (reports.length > 0) {
      const results = summarizeExecution({
        experiment,
        approaches,
        cells,
        rounds: reports,
        roundsPlanned: rounds.length,
        startedAt,
        durationSeconds: (performance.now() - startedMs) / 1000,
        seed: options.seed,
        timing,
        node: bench.nodeVersion,
        hazelcast: experiment.needsMember && cluster !== null ? describe(cluster, confined) : null,
        environment: bench.environment,
      });
      say(`\n${renderOverview(results)}`);
      const files = await writeResults(results, options);
      say(files.join('\n'));
    }
  }
}

function describe(
  { version, description }: BenchCluster,
  confined: Confined | null,
): { version: string; description: string } {
  return {
    version,
    description: confined === null ? description : `${description}; ${confined.description}`,
  };
}

function list(): void {
  for (const { name, title, approaches, cells } of EXPERIMENTS) {
    say(`${name}: ${title}`);
    say(`  approaches: ${approaches.map((approach) => `${approach.name} (${approach.tier})`).join(', ')}`);
    for (const cell of cells) say(`  ${cell.id.padEnd(20)} ${cell.tier}`);
  }
}

// The member and the children are ended by exit hooks, and these run on process.exit only.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}`);
  else console.error(error);
  process.exitCode = 1;
}
