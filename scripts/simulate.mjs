// pnpm simulate: lives of a client and its cluster, in virtual time.
import { runNode, scriptArguments, setUp, usageOnHelp } from './setup.mjs';

usageOnHelp(`pnpm simulate [options]: lives of a client and its cluster, in virtual time

  --seeds N         how many lives (1000)
  --from SEED       the first one's seed (1)
  --seed N          this life only
  --workers N       every client with so many workers
  --verbose         a line for each life
  --trace           all that happens in each
  --twice           each life twice, which must be the same
  --mutants [TEXT]  plants known mistakes, those whose names contain TEXT, and sees that lives find them
  --mutants --list  names them
  --help`);

await setUp();
const args = scriptArguments();
const mutants = args.includes('--mutants');
const rest = args.filter((arg) => arg !== '--mutants');
process.exitCode = await runNode(
  mutants ? 'simulation/dist/mutants/main.js' : 'simulation/dist/main.js',
  rest,
);
