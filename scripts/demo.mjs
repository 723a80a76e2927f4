// pnpm demo [--cluster HOST:PORT]: installs, builds, starts the demo server (which starts its own member by default).
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
process.exitCode = await runNode('packages/demo-server/dist/main.js', scriptArguments());
