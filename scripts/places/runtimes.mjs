// Runtimes other than Node.
import { commonJsProgram, esModuleProgram, expectOutput, TRANSFORMED } from './project.mjs';

/** A transform in a file, as Bun has no modules with a `data:` URL, and the statistics. */
const MORE = `
  const { defineTransform } = await import('offloop');
  const { pathToFileURL } = await import('node:url');
  const length = defineTransform(pathToFileURL('length.mjs').href);
  console.log('transformed: ' + (await map.getTransformed('IS', length)));
  client.stats();
`;

/** Both forms of the program; what they print may hold no warning. */
async function programs(project, run) {
  project.write({
    'length.mjs': 'export default ({ city }) => city.length;',
    'app.cjs': commonJsProgram(MORE),
    'app.mjs': esModuleProgram(MORE),
  });
  for (const file of ['app.cjs', 'app.mjs']) {
    const output = await run(file);
    expectOutput(output);
    expectOutput(output, TRANSFORMED);
    if (/warn|not.?implemented/i.test(output)) throw new Error(`${file} warned:\n${output}`);
  }
}

export const runtimePlaces = {
  packages: ['bun', 'deno'],
  places: [
    {
      name: 'Bun: require, import',
      quick: true,
      async check(project) {
        await programs(project, (file) => project.tool('bun', file));
        return (await project.tool('bun', '--version')).trim();
      },
    },
    {
      name: 'Deno: require, import',
      quick: true,
      async check(project) {
        await programs(project, (file) => project.tool('deno', 'run', '--allow-all', file));
        return /\d+\.\d+\.\d+/.exec(await project.tool('deno', '--version'))[0];
      },
    },
  ],
};
