// pnpm simulate [--from SEED] [--seeds N] [--seed N --verbose|--trace] [--mutants]: lives of a client and its cluster, in virtual time.
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
const args = scriptArguments();
const mutants = args.includes('--mutants');
const rest = args.filter((arg) => arg !== '--mutants');
process.exitCode = await runNode(
  mutants ? 'simulation/dist/mutants/main.js' : 'simulation/dist/main.js',
  rest,
);
