// pnpm bench [EXPERIMENT…] [OPTIONS]: installs, builds, runs experiments; without a name all of them. See bench/README.md.
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
process.exitCode = await runNode('bench/dist/main.js', scriptArguments());
