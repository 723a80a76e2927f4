/**
 * Minutes that all files of a project take on two cores with nothing else to do: `short`, as the README runs them, and at `full` length
 * (OFFLOOP_FULL=1). Half of the CPU time of a run, and what it waits.
 */
const MINUTES = {
  unit: { short: 2, full: 2.5 },
  interleavings: { short: 0.2, full: 0.4 },
  member: { short: 4, full: 4.5 },
  redis: { short: 0.5, full: 0.5 },
  rabbitmq: { short: 1.5, full: 1.5 },
  cluster: { short: 4, full: 6 },
  browser: { short: 1, full: 1 },
};

/** Minutes that `.ci/run` takes. */
const CI_MINUTES = 35;

/**
 * What people read before tests begin: what will run, for how long, and what is left out.
 *
 * @param files rows of `vitest list --filesOnly --json`
 * @param run `isPart`: the files are only some of their projects; `isFull`: at full length; `without`: projects that will be skipped
 */
export function testPlan(files, { isPart, isFull, without }) {
  const counts = new Map();
  for (const { projectName } of files) {
    if (!without.includes(projectName)) counts.set(projectName, (counts.get(projectName) ?? 0) + 1);
  }
  const named = Array.from(counts, ([name, count]) => `${name} ${count}`).join(', ');
  const minutes = sum(Array.from(counts.keys(), (name) => MINUTES[name][isFull ? 'full' : 'short']));
  return [
    `Runs ${sum([...counts.values()])} test files: ${named}.`,
    ...(isPart
      ? []
      : [`Takes about ${Math.ceil(minutes)} min on two cores that are free, a few more the first time.`]),
    ...(isFull
      ? []
      : [
          'Leaves out the full number of rounds of long tests, other versions of Node, and tests with other numbers of workers:',
          `\`bash .ci/run\` has them (about ${CI_MINUTES} min), \`bash .ci/run SUITE\` one of its suites.`,
        ]),
  ].join('\n');
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
