// A user's project in a folder of its own, with offloop installed from the tarballs.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Nothing here takes nearly as long; it ends what hangs, in ms. */
const LONGEST = 300_000;

/** Commands that have not ended; none outlives this process. */
const running = new Set();
process.on('exit', () => running.forEach(stop));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

export class Project {
  /** @param setting what all projects share: `tarballs` by package, `memberAddress`, `brokerUrl` (undefined: there is none). */
  constructor(folder, setting) {
    this.folder = folder;
    this.setting = setting;
    mkdirSync(folder, { recursive: true });
  }

  /** A folder in the project, which finds what is installed in it. */
  within(name) {
    return new Project(join(this.folder, name), this.setting);
  }

  /** Writes files by their paths. */
  write(files) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), typeof text === 'string' ? text : JSON.stringify(text));
    }
  }

  /** `npm init -y`, then offloop and its member from the tarballs and `packages` from the registry. */
  async install(packages) {
    await this.run('npm', ['init', '-y']);
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await this.run('npm', ['install', ...flags, ...Object.values(this.setting.tarballs), ...packages]);
  }

  node(...args) {
    return this.run(process.execPath, args);
  }

  /** The command of an installed package. */
  tool(command, ...args) {
    return this.run(join(this.setting.modules(), '.bin', command), args);
  }

  /** What a command printed. Rejects with all of it when it fails, or does not end by itself. */
  run(command, args, environment = {}) {
    return new Promise((resolve, reject) => {
      const child = this.start(command, args, environment);
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
      const timer = setTimeout(() => {
        output += `\nstill running after ${LONGEST / 1000} s`;
        stop(child);
      }, LONGEST);
      child.once('error', reject);
      child.once('close', (code, signal) => {
        clearTimeout(timer);
        if (code === 0) resolve(output);
        else reject(failure(`${command} ${args.join(' ')} ended with ${code ?? signal}`, output));
      });
    });
  }

  /** A command in a process group of its own. */
  start(command, args, environment = {}) {
    const child = spawn(command, args, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: {
        ...process.env,
        ...environment,
        OFFLOOP_MEMBER: this.setting.memberAddress,
        OFFLOOP_BROKER: this.setting.brokerUrl,
      },
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    return child;
  }

  /** The installed version of a package. */
  version(name) {
    for (let folder = this.folder; folder !== dirname(folder); folder = dirname(folder)) {
      try {
        return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
      } catch {
        // The folder above may have it.
      }
    }
    throw new Error(`${name} is not installed`);
  }
}

/** Thrown by a place that cannot be tried on this machine. */
export class Skipped extends Error {}

/** Ends a command with all that it has started. */
export function stop(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Lines of minified code are cut. */
function failure(what, output) {
  return new Error(`${what}:\n${output.replace(/^(.{300}).+$/gm, '$1…')}`);
}

/** Throws unless a program printed `wanted`. */
export function expectOutput(output, wanted = GREETING) {
  if (!output.includes(wanted)) throw failure(`expected ${wanted} in`, output);
}

/** The line that the programs print when they got back what they stored. */
export const GREETING = 'came back: {"city":"Reykjavík","since":[1944]}';

const program = (header, more) => `
${header}

async function main() {
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [process.env.OFFLOOP_MEMBER] },
    properties: { 'hazelcast.logging.level': 'ERROR' },
    runtime: { workers: 1 },
  });
  const map = await client.getMap('places');
  await map.set('IS', { city: 'Reykjavík', since: [1944] });
  console.log('came back: ' + JSON.stringify(await map.get('IS')));
  ${more}
  await client.shutdown();
}
main();
`;

/** A program that sets and gets by a worker thread, then ends by itself. `more` runs before it shuts down. */
export const commonJsProgram = (more = '') => program("const { Client } = require('offloop');", more);

/** The program as an ES module. */
export const esModuleProgram = (more = '') => program("import { Client } from 'offloop';", more);

/** For a program: a transform by compute threads, whose function is text, and what came of it. */
export const TRANSFORM = `
  const { defineTransform } = await import('offloop');
  try {
    const length = defineTransform('data:text/javascript,export default ({ city }) => city.length');
    console.log('transformed: ' + (await map.getTransformed('IS', length)));
  } catch (error) {
    console.log('transformed: ' + error.code + ': ' + error.message);
  }
`;
/** What {@link TRANSFORM} prints when it works, and in a bundle. */
export const TRANSFORMED = 'transformed: 9';
export const REFUSED_TRANSFORM = [
  'transformed: ERR_OFFLOOP_UNSUPPORTED_OPERATION: ',
  "external: ['offloop']",
];
