// pnpm demo:load [quote] [fib] [OPTIONS]: installs, builds, and compares the demo's approaches under autocannon, without a
// browser: two experiments of the bench, whose options it takes (--help lists them).
import { runNode, scriptArguments, setUp } from './setup.mjs';

const EXPERIMENTS = ['quote', 'fib'];

await setUp();
const args = scriptArguments();
const named = args.some((arg) => EXPERIMENTS.includes(arg)) ? [] : EXPERIMENTS;
process.exitCode = await runNode('bench/dist/main.js', [...named, ...args]);
