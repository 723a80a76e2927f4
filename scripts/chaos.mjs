// pnpm chaos [--minutes N] [--seed N] [--client offloop|official] [--single-cuts] [--acks] [--workers N] [--near-cache]: installs, builds, and runs real members into the ground.
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
process.exitCode = await runNode('test/chaos/dist/main.js', scriptArguments());
