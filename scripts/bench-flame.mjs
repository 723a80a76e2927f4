// pnpm bench:flame: installs, builds, leaves a flame graph of each thread. See bench/README.md.
import { runNode, scriptArguments, setUp, usageOnHelp } from './setup.mjs';

usageOnHelp(`pnpm bench:flame [EXPERIMENT] [options]: a flame graph of each thread, as a page

EXPERIMENT is get-set unless one is named; pnpm bench --list has them.

  --filter REGEX       the first cell that matches
  --approach NAME      whose process (offloop)
  --cluster HOST:PORT  a member that runs; without it a real one is started
  --out DIR            where the pages go (bench/.out)
  --help`);

await setUp();
process.exitCode = await runNode('bench/dist/flame.js', scriptArguments());
