// pnpm demo:load [OPTIONS]: installs, builds, and puts every approach of the demo under the same load; --help lists options.
import { runNode, scriptArguments, setUp } from './setup.mjs';

await setUp();
process.exitCode = await runNode('packages/demo-server/dist/load-main.js', scriptArguments());
