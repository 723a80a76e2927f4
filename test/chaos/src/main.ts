/** The command `pnpm chaos`. It writes results to stdout, and what happens meanwhile to stderr. */
import { runChaos } from './chaos.js';
import { readOptions, USAGE } from './options.js';
import { faultsOf, summary } from './verdict.js';

if (process.argv.includes('--help')) {
  console.log(USAGE);
} else {
  const options = readOptions(process.argv.slice(2));
  console.log(`client ${options.client}, seed ${options.seed}, ${options.minutes} minutes`);
  const startedAt = performance.now();
  const report = await runChaos(options, (text) => {
    console.error(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}`);
  });
  console.log(summary(report));
  const wrong = faultsOf(report);
  console.log(wrong.length === 0 ? 'CLEAN' : `NOT CLEAN: ${wrong.join('\n')}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
