// Runs as `prepack` in the folder of a package: makes of its build (dist) what is published (lib), CommonJS with a face of
// ES modules, so that there is one copy of the classes however it is loaded. docs/decisions/0027-commonjs-with-a-face.md
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

import { ROOT } from '../setup.mjs';
import { deepEntries } from './deep-entries.mjs';

const PACKAGES = {
  offloop: {
    libraries: { index: 'index.js' },
    programs: { 'offloop-compute-thread': 'transforms/thread/compute-thread.js' },
    agent: join(ROOT, 'packages/workers/dist/entry.js'),
    faceMore: 'core/face-of-long.mjs',
    hasDeepEntries: true,
    instead: {
      'client/agent-entry.js': 'agent-entry.js',
      'transforms/thread-module.js': 'core/thread-module.js',
    },
  },
  '@offloop/member': {
    libraries: { index: 'index.js' },
    commands: { 'offloop-member': '../bin/offloop-member.js' },
    programs: {},
    instead: {},
  },
  // Without a face, as `amqplib` has none: Node finds the names in the CommonJS, and `default` is all of it.
  '@offloop/amqp': {
    libraries: { index: 'index.js', callback_api: 'callback_api.js' },
    traced: {
      connect: 'client/raw-connect.js',
      channel_model: 'client/promise/channel-model.js',
      callback_model: 'client/callback/callback-model.js',
      channel: 'client/channel/base-channel.js',
      defs: 'client/channel/defs.js',
    },
    shared: [
      ['runtime', /[\\/]runtime[\\/]dist[\\/]/],
      ['wire', /[\\/]dist[\\/](wire|link)[\\/]/],
      ['thread', /[\\/]dist[\\/]thread[\\/]/],
      ['errors', /[\\/]client[\\/]errors[\\/]/],
      ['connection', /[\\/]client[\\/]((connection|address)[\\/]|[^\\/]+$)/],
      ['channel', /[\\/]client[\\/]channel[\\/]/],
      ['recovery', /[\\/]client[\\/]recovery[\\/]/],
    ],
    programs: {},
    agent: 'thread/entry.js',
    hasFace: false,
    instead: { 'client/agent-entry.js': 'agent-entry.js' },
  },
  '@offloop/runtime': {
    libraries: {
      index: 'caller/index.js',
      thread: 'thread/index.js',
      clock: 'shared/clock.js',
      bytes: 'bytes/index.js',
    },
    programs: {},
    instead: {},
  },
};

/** Stands where `import.meta.url` was: in CommonJS there is none. */
const NO_URL = 'no-url:of-this-module';

const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const {
  libraries,
  commands = {},
  traced = {},
  shared = [],
  programs,
  agent,
  faceMore,
  hasFace = true,
  hasDeepEntries = false,
  instead,
} = PACKAGES[manifest.name];
const DIST = join(folder, 'dist');
const LIB = join(folder, 'lib');
const substitutes = new Map(
  Object.entries(instead).map(([file, by]) => [join(DIST, file), join(ROOT, 'scripts', 'publication', by)]),
);
/** Modules, by their paths, that have files of their own: tracers wrap what is loaded from a file of that name. Users cannot import it. */
const tracedFiles = new Map(Object.entries(inDist(traced)).map(([name, path]) => [path, `./${name}.js`]));
/** What an installation has beside the package; everything else is put into its files. */
const external = [...Object.keys(manifest.dependencies ?? {}), /^node:/];
/** Folders of packages from outside whose code is in the files. */
const included = new Set();

if (!existsSync(DIST)) throw new Error(`${manifest.name} has no dist: run pnpm build first`);
rmSync(LIB, { recursive: true, force: true });
mkdirSync(LIB);

// Commands with the libraries, so that what both need is in the package once.
const entries = inDist({ ...libraries, ...commands, ...traced });
for (const chunk of await bundled(entries, { exports: 'named', ...sharedFiles() })) {
  const { name, fileName, isEntry, exports } = chunk;
  write(fileName, readyForBundles(chunk));
  if (!isEntry || name in commands || name in traced || !hasFace) continue;
  write(`${name}.mjs`, face(name, exports));
  write(`${name}.d.mts`, `export * from './${name}.js';\n`);
}
for (const { fileName, code } of await types(libraries)) write(fileName, code);
for (const [name, file] of Object.entries(programs)) await program(name, join(DIST, file));
if (agent !== undefined) {
  const file = resolve(DIST, agent);
  await program('offloop-agent', file);
  const [{ code }] = await bundled({ agent: file }, { exports: 'auto', minify: true });
  write('offloop-agent-source.js', `module.exports = ${JSON.stringify(code)};\n`);
}
if (hasDeepEntries) {
  const library = await import(pathToFileURL(join(DIST, libraries.index)).href);
  const declared = readFileSync(join(LIB, 'index.d.ts'), 'utf8');
  for (const [name, text] of Object.entries(deepEntries(library, declared))) write(name, text);
}
if (included.size > 0) write('THIRD-PARTY.txt', licences());

/** Writes a program into one file. Its default, if that is all it exports, is all of the module. */
async function program(name, file) {
  const [{ code }] = await bundled({ [name]: file }, { exports: 'auto' });
  write(`${name}.js`, code);
}

function inDist(files, ending = '.js') {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, join(DIST, file.replace(/\.js$/, ending))]),
  );
}

/**
 * What several entries need goes into files by the layers of the package, each of which needs those before it only. Without them the bundler makes a
 * file for each set of entries, and names it after a module that is in it by chance: not what a stack trace should show.
 */
function sharedFiles() {
  if (shared.length === 0) return {};
  return { codeSplitting: { groups: shared.map(([name, test]) => ({ name, test, minShareCount: 2 })) } };
}

/** CommonJS of some modules, by their names, a file each. What several of them need goes into files of its own: one copy of it. */
async function bundled(input, output) {
  const isOne = Object.keys(input).length === 1;
  const build = await rolldown({
    input,
    external,
    platform: 'node',
    transform: { define: { 'import.meta.url': JSON.stringify(NO_URL) } },
    plugins: [{ name: 'substitutes', resolveId: beside, load: substitute }],
    // The build's own notes on what it leaves out are of no use here; what cannot be resolved must not pass.
    onLog(level, log, handle) {
      if (level === 'warn') throw new Error(`${log.code}: ${log.message}`);
      handle(level, log);
    },
  });
  const { output: chunks } = await build.generate({
    format: 'cjs',
    // Without the mark of a translated module, `default` is the whole of it for every bundler, as it is for Node.
    esModule: false,
    generatedCode: { symbols: false },
    ...(isOne ? { codeSplitting: false } : { chunkFileNames: 'shared-[name].js' }),
    ...output,
  });
  await build.close();
  const names = Object.keys(input).join(', ');
  if (chunks.some(({ code }) => code.includes(NO_URL))) throw new Error(`${names} uses import.meta.url`);
  if (isOne && chunks.length !== 1) throw new Error(`${names} became ${chunks.length} files`);
  for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) noteLicence(id);
  return chunks.map((chunk) => ({ ...chunk, code: importsByRequire(chunk.code) }));
}

/** A file that is made here, too: it stays where it is. */
function beside(id, importer) {
  const file = importer === undefined ? undefined : tracedFiles.get(resolve(dirname(importer), id));
  if (file !== undefined) return { id: file, external: true };
  return id === './offloop-agent-source.js' ? { id, external: true } : null;
}

function substitute(id) {
  const by = substitutes.get(id);
  return by === undefined ? null : readFileSync(by, 'utf8');
}

/**
 * `import('piscina')` by `require`: Jest runs no `import()` without a flag. Of the others, whose module only the user knows,
 * bundlers are told to keep away.
 */
function importsByRequire(code) {
  return code
    .replace(/\bimport\((["'`][^"'`]+["'`])\)/g, 'Promise.resolve().then(() => require($1))')
    .replace(
      /\bimport\((?=[\w$]+\))/g,
      'import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ ',
    );
}

/** What has to hold of a library in anybody's bundle. */
function readyForBundles({ code, exports }) {
  const base = 'HazelcastError';
  return builtinsByProcess(code) + (exports.includes(base) ? namesOfErrors(base) : '');
}

/** A `require` of a builtin throws in what esbuild makes of CommonJS in a bundle of ES modules. This does not. */
function builtinsByProcess(code) {
  return code.replace(/\brequire\((["'`]node:[\w/]+["'`])\)/g, 'process.getBuiltinModule($1)');
}

/** An error's name is its class's, which minifiers change. */
function namesOfErrors(base) {
  return `
for (const [name, value] of Object.entries(exports)) {
	if (value === ${base} || value.prototype instanceof ${base}) Object.defineProperty(value.prototype, 'name', { value: name, configurable: true });
}
`;
}

function face(name, names) {
  const list = names.toSorted().map((each) => `  ${each},\n`);
  const more =
    faceMore === undefined ? '' : readFileSync(join(ROOT, 'scripts/publication', faceMore), 'utf8');
  return `import commonJs from './${name}.js';\n${more}\nexport const {\n${list.join('')}} = commonJs;\n`;
}

/** The types of some modules, a file each, without those of packages that are not installed with this one. */
async function types(files) {
  const build = await rolldown({
    input: inDist(files, '.d.ts'),
    external,
    platform: 'node',
    plugins: [dts({ dtsInput: true, tsconfig: false, resolver: 'oxc' })],
  });
  const { output } = await build.generate({
    format: 'es',
    chunkFileNames: 'shared-[name].js',
    // The plugin takes a file for one of types by this ending.
    codeSplitting: { groups: [{ name: 'types.d', minShareCount: 2 }] },
  });
  await build.close();
  // Types of namespaces come with a script of the bundler's own that nothing loads.
  const declarations = output.filter(({ fileName }) => fileName.endsWith('.d.ts'));
  return declarations.map(({ fileName, code }) => ({
    fileName,
    // The form that every `module` and every `esModuleInterop` takes from a package that is CommonJS.
    code: code.replace(/^import (?:type )?(\w+) from ("[^".:]+");$/gm, 'import $1 = require($2);'),
  }));
}

function noteLicence(id) {
  const inside = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
  if (inside !== undefined && relative(ROOT, inside).startsWith('node_modules')) included.add(inside);
}

function licences() {
  const texts = Array.from(included, (home) => {
    const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return `${name} ${version}, ${license}\n\n${readFileSync(join(home, 'LICENSE'), 'utf8').trim()}\n`;
  });
  return `These files contain code of other packages.\n\n${texts.join('\n')}`;
}

function write(name, text) {
  const path = join(LIB, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
