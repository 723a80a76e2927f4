// pnpm bench:flame EXPERIMENT [--filter CELL] [--approach NAME]: installs, builds, leaves a flame graph of each thread. See bench/README.md.
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
process.exitCode = await runNode('bench/dist/flame.js', scriptArguments());
