// Every package is checked, whatever the one before it came to.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { pack, publishedPackages } from './publication/pack.mjs';
import { ROOT, usageOnHelp } from './setup.mjs';

usageOnHelp(`pnpm check:packages: packs every published package as a release would, and lets publint and attw look at what is in
the tarballs. Prints their sizes. Needs a build (pnpm build).`);

const folder = mkdtempSync(join(tmpdir(), 'offloop-pack-'));
const failures = [];
try {
  for (const { name, home } of publishedPackages()) check(name, home);
  printSizes();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) {
  console.error(`\nNot fit for publication:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
  process.exitCode = 1;
}

function check(name, home) {
  console.log(`\n${name}`);
  let tarball;
  try {
    tarball = pack(home, folder);
  } catch (error) {
    failures.push(`${name} cannot be packed:\n${error.message}`);
    return;
  }
  // Not pnpm's own list: it lacks the workspace's licence, which is put into every tarball.
  const files = tar('-tzf', tarball).split('\n').filter(Boolean);
  for (const wanted of ['LICENSE', 'README.md', 'package.json']) {
    if (!files.includes(`package/${wanted}`)) failures.push(`${name} has no ${wanted}`);
  }
  for (const file of files) {
    if (/\.(?:tsbuildinfo|map)$|^package\/(src|test)\//.test(file)) failures.push(`${name} contains ${file}`);
  }
  checkLinks(name, tarball, files);
  checkNeeds(name, tarball, files);
  if (tool('publint', ['run', '--strict', tarball]) !== 0) failures.push(`${name}: publint`);
  const attw = ['--profile', 'strict', '--format', 'ascii', tarball];
  if (tool('@arethetypeswrong/cli', attw) !== 0) failures.push(`${name}: attw`);
}

/** Pages link to what is beside them in the package, or to a whole address. */
function checkLinks(name, tarball, files) {
  for (const page of files.filter((each) => each.endsWith('.md'))) {
    for (const [, to] of tar('-xzOf', tarball, page).matchAll(/\]\(([^)#\s]+)/g)) {
      if (!/^[a-z]+:/.test(to) && !files.includes(posix.join(posix.dirname(page), to))) {
        failures.push(`${name}: ${page} links to ${to}, which is not in the package`);
      }
    }
  }
}

/** What the files load, and what their types are made of, is installed with them. */
function checkNeeds(name, tarball, files) {
  const { dependencies = {} } = JSON.parse(tar('-xzOf', tarball, 'package/package.json'));
  for (const file of files.filter((each) => /\.(?:[cm]?js|d\.[cm]?ts)$/.test(each))) {
    for (const [, needed] of tar('-xzOf', tarball, file).matchAll(
      /(?:\brequire\(|^import [^'"]*|^\} from |\bimport\()["']((?:@[\w-]+\/)?[\w:-]+)[^"']*["']/gm,
    )) {
      if (!isBuiltin(needed) && needed !== name && !(needed in dependencies)) {
        failures.push(`${name}: ${file} needs ${needed}, which is not among the dependencies`);
      }
    }
  }
}

function tar(...args) {
  return spawnSync('tar', args, { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
}

function tool(name, args) {
  const home = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return spawnSync(process.execPath, [join(home, program), ...args], { cwd: ROOT, stdio: 'inherit' }).status;
}

/** Sizes of the tarballs, and of their contents. */
function printSizes() {
  const kilobytes = (bytes) => Math.ceil(bytes.length / 1000);
  const rows = readdirSync(folder).map((file) => {
    const bytes = readFileSync(join(folder, file));
    return { tarball: file, 'packed, kB': kilobytes(bytes), 'unpacked, kB': kilobytes(gunzipSync(bytes)) };
  });
  console.table(rows);
}
