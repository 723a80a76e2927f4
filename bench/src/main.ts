import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { EXPERIMENTS } from './experiments/index.js';
import { confine, NotPossibleError, type Confined } from './harness/confine.js';
import { openCluster, warmUpMember, warmupSeconds, type BenchCluster } from './harness/cluster.js';
import { describeMachine, isBusy, versionsOf, type Machine } from './harness/environment.js';
import { executeRounds, type RoundReports } from './harness/execute.js';
import { findNode, nodeVersion } from './harness/node-binary.js';
import { planRounds, secondsOf, timingOf } from './harness/plan.js';
import { createProgress, formatDuration, type Progress } from './harness/progress.js';
import { select, type Selection } from './harness/select.js';
import { parseOptions, USAGE, UsageError, type Options } from './options.js';
import { folderOf, readResults, RESULTS_FOLDER, writeResults } from './report/files.js';
import { renderOverview } from './report/markdown.js';
import { publish } from './report/publish.js';
import { summarizeExecution, type Results } from './report/results.js';
import { renderChanges, renderSummary } from './report/summary.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Bench {
  readonly options: Options;
  readonly node: string;
  readonly nodeVersion: string;
  readonly machine: Machine;
  readonly cluster: BenchCluster | null;
  readonly progress: Progress;
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), randomInt(2 ** 32));
  if (options.help) return say(USAGE);
  if (options.list) return list();
  const order = EXPERIMENTS.map(({ name }) => name);
  if (options.render) return publish(RESULTS_FOLDER, order);
  const selections = select(EXPERIMENTS, options);

  const node = await findNode(options.node);
  const machine = await describeMachine();
  const expected = selections.map((selection) => secondsOf(selection, options));
  const total = expected.reduce((sum, each) => sum + each, 0);
  const version = await nodeVersion(node);
  say(`Node ${version}, seed ${options.seed}; about ${formatDuration(total)} of measuring`);
  if (isBusy(machine))
    say(
      `Careful: the machine is busy already (${machine.busyBefore} of ${machine.cores} CPUs have other work).`,
    );

  const needsMember = selections.some(({ experiment }) => experiment.needsMember);
  const cluster = needsMember ? await openWarmCluster(options, node, selections.some(needsSql)) : null;
  const progress = createProgress(process.stdout, total);
  const bench = { options, node, nodeVersion: version, machine, cluster, progress };
  const measured: Results[] = [];
  try {
    for (const [i, selection] of selections.entries()) {
      const results = await runConfined(selection, bench);
      if (results === null) progress.done(expected[i], expected[i]);
      else measured.push(results);
    }
  } finally {
    progress.clear();
    await cluster?.stop();
  }
  if (options.isSummary) await summarize(measured);
}

/** Prints README's table of this run, and where it differs from the published one. */
async function summarize(measured: readonly Results[]): Promise<void> {
  const kept = await readResults(RESULTS_FOLDER);
  const ofRun = (experiment: string): Results | null =>
    measured.find((results) => results.experiment === experiment) ?? null;
  say(
    `\n${renderSummary(ofRun)}\n\n${renderChanges(ofRun, (experiment) => kept.get(`${experiment}-node24`) ?? null)}`,
  );
}

const needsSql = ({ experiment }: Selection): boolean => experiment.needsSql === true;

async function openWarmCluster(options: Options, node: string, sql: boolean): Promise<BenchCluster> {
  const cluster = await openCluster(options, sql);
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

/** Runs an experiment within its confinement. @returns null where the machine does not allow it */
async function runConfined(selection: Selection, bench: Bench): Promise<Results | null> {
  const { confinement, name } = selection.experiment;
  if (confinement === undefined) return runExperiment(selection, bench, null);
  let confined: Confined;
  try {
    confined = await confine(confinement, bench.cluster?.pid ?? null);
  } catch (error) {
    if (!(error instanceof NotPossibleError)) throw error;
    say(`SKIPPED ${name}: ${error.message}`);
    return null;
  }
  try {
    return await runExperiment(selection, bench, confined);
  } finally {
    await confined.release();
  }
}

async function runExperiment(
  selection: Selection,
  { options, node, nodeVersion: version, machine, cluster, progress }: Bench,
  confined: Confined | null,
): Promise<Results | null> {
  const { experiment, cells, approaches } = selection;
  const timing = timingOf(options, experiment.pace);
  const ids = cells.map(({ id }) => id);
  const rounds = planRounds(options.seed, options.pairs, approaches.length, ids);
  const address = experiment.needsMember ? (cluster?.address ?? null) : options.cluster;
  if (experiment.setUp !== undefined) progress.step(`${experiment.name}: setting up`);
  const setUp = await experiment.setUp?.({
    approaches: approaches.map(({ name }) => name),
    cells: ids,
    timing,
    seed: options.seed,
    cluster: address,
  });
  progress.done(0, 0);
  const reports: RoundReports[] = [];
  const startedAt = new Date();
  const startedMs = performance.now();
  const report = async (): Promise<Results> => {
    progress.clear();
    const results = summarizeExecution({
      ...selection,
      rounds: reports,
      roundsPlanned: rounds.length,
      startedAt,
      durationSeconds: (performance.now() - startedMs) / 1000,
      seed: options.seed,
      timing,
      node: version,
      hazelcast: experiment.needsMember && cluster !== null ? describe(cluster, confined) : null,
      ...(setUp === undefined ? {} : { setUp: setUp.note }),
      environment: { ...machine, clients: versionsOf(experiment.packages) },
    });
    if (!options.isSummary) say(`\n${renderOverview(results)}`);
    say((await writeResults(results, folderOf(results, options))).join('\n'));
    return results;
  };
  try {
    await executeRounds(
      {
        ...selection,
        rounds,
        timing,
        node,
        cluster: address,
        memberPid: experiment.needsMember ? (cluster?.pid ?? null) : null,
        shared: setUp?.shared,
        prefix: confined?.prefix ?? [],
      },
      progress,
      (round) => reports.push(round),
    );
    return await report();
  } catch (error) {
    // the rounds that are done are not lost
    if (reports.length > 0 && reports.length < rounds.length) await report();
    throw error;
  } finally {
    await setUp?.stop();
  }
}

function describe(
  { version, description }: BenchCluster,
  confined: Confined | null,
): { version: string; description: string } {
  const where = confined === null ? '' : `; ${confined.description}`;
  return { version, description: description + where };
}

function list(): void {
  for (const { name, title, approaches, cells } of EXPERIMENTS) {
    say(`${name}: ${title}`);
    say(`  approaches: ${approaches.map((approach) => `${approach.name} (${approach.tier})`).join(', ')}`);
    for (const cell of cells) say(`  ${cell.id.padEnd(20)} ${cell.tier}`);
  }
}

// The member is ended by an exit hook, and children end when we hang up: both happen on process.exit only.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}`);
  else console.error(error);
  process.exitCode = 1;
}
