// First of all, before anything that might keep the real ones for itself.
import { replaceGlobals } from './time/globals.js';

replaceGlobals();
const { main } = await import('./life/command.js');
process.exitCode = await main(process.argv.slice(2));
