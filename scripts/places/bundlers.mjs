// Bundlers, into one file that is then run where nothing is installed.
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
  commonJsProgram,
  esModuleProgram,
  expectOutput,
  GREETING,
  Project,
  REFUSED_TRANSFORM,
  TRANSFORM,
} from './project.mjs';

/** A folder that finds no packages, with one file in it: what is deployed. */
export function deploy(project, file) {
  const elsewhere = new Project(`${project.setting.deployments}/${project.setting.next()}`, project.setting);
  cpSync(join(project.folder, file), join(elsewhere.folder, file.split('/').at(-1)));
  return elsewhere;
}

async function runDeployed(project, file, ...wanted) {
  const output = await deploy(project, file).node(file.split('/').at(-1));
  for (const each of wanted) expectOutput(output, each);
}

const sources = (more) => ({ 'app.cjs': commonJsProgram(more), 'app.mjs': esModuleProgram(more) });

/** Entries, and what is made of each. */
const FORMATS = [
  ['app.cjs', 'commonjs'],
  ['app.mjs', 'module'],
];

/** A program that builds, and takes warnings for errors. */
const build = (tool, { entry, format }) => `
const tool = require('${tool}');
const compiler = (tool.rspack ?? tool)({
  context: __dirname,
  target: 'node',
  mode: 'production',
  entry: './${entry}',
  output: { path: __dirname + '/out', filename: '${entry}'${format === 'module' ? ", module: true, chunkFormat: 'module'" : ''} },
  experiments: { outputModule: ${format === 'module'} },
});
compiler.run((error, stats) => {
  if (error ?? (stats.hasErrors() || stats.hasWarnings())) {
    console.error(error ?? stats.toString());
    process.exitCode = 1;
  }
  compiler.close(() => {});
});
`;

const packer = (tool) => ({
  name: `${tool}, CommonJS and ES modules`,
  quick: false,
  async check(project) {
    project.write(sources());
    for (const [entry, format] of FORMATS) {
      project.write({ 'build.cjs': build(tool, { entry, format }) });
      await project.node('build.cjs');
      await runDeployed(project, `out/${entry}`, GREETING);
    }
    return project.version(tool);
  },
});

async function byEsbuild(project, more, flags, wanted) {
  project.write(sources(more));
  for (const [entry, format] of FORMATS) {
    const all = ['--bundle', '--platform=node', `--format=${format === 'module' ? 'esm' : 'cjs'}`, ...flags];
    const said = await project.tool(
      'esbuild',
      entry,
      ...all,
      `--outfile=out/${entry}`,
      '--log-level=warning',
    );
    if (said !== '') throw new Error(said);
    await runDeployed(project, `out/${entry}`, ...wanted);
  }
  const bytes = statSync(join(project.folder, 'out/app.cjs')).size;
  return `${project.version('esbuild')}, a file of ${(bytes / 1e6).toFixed(2)} MB`;
}

const REFUSED = `await map.get('IS', { timeout: -1 }).catch((error) => console.log('refused: ' + error.code));`;

export const esbuildPlaces = {
  packages: ['esbuild'],
  places: [
    {
      name: 'esbuild minified, CommonJS and ES modules',
      quick: true,
      check: (project) =>
        byEsbuild(project, REFUSED, ['--minify'], [GREETING, 'refused: ERR_OFFLOOP_ILLEGAL_ARGUMENT']),
    },
    {
      name: 'esbuild, transforms are refused with the way out',
      quick: true,
      check: (project) => byEsbuild(project, TRANSFORM, [], REFUSED_TRANSFORM),
    },
  ],
};

const ROLLUP = `
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import resolve from '@rollup/plugin-node-resolve';
export default {
  input: 'app.mjs',
  output: { file: 'out/app.mjs', format: 'es', inlineDynamicImports: true },
  plugins: [resolve({ preferBuiltins: true }), commonjs(), json()],
};
`;

export const bundlerPlaces = {
  packages: [
    'webpack@5',
    '@rspack/core',
    'vite',
    'tsup',
    'typescript@~5.9',
    'rollup@4',
    '@rollup/plugin-commonjs',
    '@rollup/plugin-json',
    '@rollup/plugin-node-resolve',
    '@vercel/ncc',
  ],
  places: [
    {
      name: 'Rollup with node-resolve and commonjs',
      quick: false,
      async check(project) {
        project.write({ ...sources(), 'rollup.config.mjs': ROLLUP });
        await project.tool('rollup', '-c');
        await runDeployed(project, 'out/app.mjs', GREETING);
        return project.version('rollup');
      },
    },
    {
      name: 'ncc, CommonJS and ES modules',
      quick: false,
      async check(project) {
        project.write(sources());
        for (const [entry, made] of [
          ['app.cjs', 'index.cjs'],
          ['app.mjs', 'index.mjs'],
        ]) {
          await project.tool('ncc', 'build', entry, '-o', 'out');
          await runDeployed(project, `out/${made}`, GREETING);
        }
        return project.version('@vercel/ncc');
      },
    },
    packer('webpack'),
    packer('@rspack/core'),
    {
      name: 'Vite SSR, noExternal',
      quick: false,
      async check(project) {
        project.write(sources());
        project.write({
          'package.json': { type: 'module' },
          'vite.config.mjs':
            "export default { ssr: { noExternal: true, target: 'node' }, logLevel: 'warn' };",
        });
        const said = await project.tool('vite', 'build', '--ssr', 'app.mjs', '--outDir', 'out');
        if (said.trim() !== '') throw new Error(said);
        await deployFolder(project, 'out', 'app.js');
        return project.version('vite');
      },
    },
    {
      name: 'tsup, noExternal, CommonJS and ES modules',
      quick: false,
      async check(project) {
        project.write({ 'package.json': {}, 'app.ts': esModuleProgram() });
        project.write({
          'tsup.config.mjs':
            "export default { entry: ['app.ts'], format: ['cjs', 'esm'], platform: 'node', noExternal: [/.*/], outDir: 'out' };",
        });
        await project.tool('tsup');
        for (const file of ['out/app.js', 'out/app.mjs']) await runDeployed(project, file, GREETING);
        return project.version('tsup');
      },
    },
  ],
};

async function deployFolder(project, folder, file) {
  const elsewhere = new Project(`${project.setting.deployments}/${project.setting.next()}`, project.setting);
  cpSync(join(project.folder, folder), elsewhere.folder, { recursive: true });
  elsewhere.write({ 'package.json': { type: 'module' } });
  expectOutput(await elsewhere.node(file));
}
