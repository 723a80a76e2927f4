// The demo server: node dist/main.js [OPTIONS]; --help lists them.
import { CommandError } from './cli/command-error.js';
import { SERVER_HELP, serverOptions } from './cli/server-options.js';
import { stopOnSignals } from './cli/server-lifetime.js';
import { startDemo } from './demo.js';

try {
  const options = serverOptions(process.argv.slice(2));
  if (options === undefined) {
    console.log(SERVER_HELP);
  } else {
    const demo = await startDemo(options);
    stopOnSignals(() => demo.stop());
    console.log(demo.welcome);
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
