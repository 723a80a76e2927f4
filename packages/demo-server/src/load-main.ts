// The load: node dist/load-main.js [OPTIONS]; --help lists them.
import { readFile, writeFile } from 'node:fs/promises';

import { Workload } from './approaches/approaches.js';
import { runCommand } from './cli/failure.js';
import { LOAD_HELP, loadOptions, type LoadOptions } from './cli/load-options.js';
import { openGrid } from './grid.js';
import { race, type RaceResult } from './race/race.js';
import { publish, publishPlace } from './report/publish.js';
import { raceReport } from './report/report.js';

await runCommand(async () => {
  const options = loadOptions(process.argv.slice(2));
  if (options === undefined) console.log(LOAD_HELP);
  else await run(options);
});

async function run(options: LoadOptions): Promise<void> {
  const { catalogue, items, n, cluster, json } = options;
  const grid = await openGrid(cluster, catalogue);
  const results: RaceResult[] = [];
  try {
    for (const { workload, approaches } of options.workloads) {
      const task = workload === Workload.FIB ? { workload, n } : { workload, catalogue, items };
      const result = await race(grid, { ...options, approaches, task }, (line) => console.error(line));
      results.push(result);
      const report = raceReport(result, grid.title);
      console.log(report);
      if (options.publish !== undefined) {
        const place = publishPlace(workload, options);
        await writeFile(options.publish, publish(await readFile(options.publish, 'utf8'), place, report));
      }
    }
  } finally {
    await grid.stop();
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(results, null, 1)}\n`);
}
