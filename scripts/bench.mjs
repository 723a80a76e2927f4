// pnpm bench EXPERIMENT [OPTIONS]: installs, builds, runs an experiment; without a name it lists them.
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
process.exitCode = await runNode('bench/dist/main.js', scriptArguments());
