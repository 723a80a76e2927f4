import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { runnableExamples } from './support/examples.js';
import { ROOT } from './support/workspace.js';

// The first page as a stranger follows it: its command for a member, then its example, pasted into a project of either kind.

const LONGEST_RUN = 30_000;
const run = promisify(execFile);

const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
const example = runnableExamples(page)[0]?.code ?? '';
const [, file = ''] = /save this as `([\w.]+)`/.exec(page) ?? [];
const [, requireLine = ''] = /In CommonJS, write `([^`]+)`/.exec(page) ?? [];

let member: ReturnType<typeof spawn> | undefined;
let address = '';

/** The programs of the package by which the page starts a member. */
function memberPrograms(): string[] {
  const folder = join(ROOT, 'packages/member');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  return Object.values(bin).map((program) => join(folder, program));
}

beforeAll(async () => {
  const [program = ''] = memberPrograms();
  member = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: member.stdout! })) {
    [, address = ''] = /listens on (\S+);/.exec(line) ?? [];
    if (address !== '') break;
  }
});

afterAll(async () => {
  if (member?.kill() === true) await once(member, 'exit');
});

/** What a program prints in a new project that has the package. */
async function printed(type: string, name: string, code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'offloop-first-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'packages/core'), join(folder, 'node_modules/offloop'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(folder, name), code.replaceAll('127.0.0.1:5701', address));
  const { stdout } = await run(process.execPath, [name], { cwd: folder, timeout: LONGEST_RUN });
  return stdout;
}

const EXPECTED = /^\{ city: 'Reykjavík', since: 1944 \}\n1001 entries$/m;

test('`npx @offloop/member` finds one program, so it starts that', () => {
  expect(page).toMatch(/^npx @offloop\/member /m);
  expect(memberPrograms()).toHaveLength(1);
});

test.each(['module', 'commonjs'])(
  'the example runs when it is pasted into the file that the page names, in a project of type %s',
  async (type) => {
    expect(await printed(type, file, example)).toMatch(EXPECTED);
  },
);

test('it runs as CommonJS by the line that the page has for it', async () => {
  const [, ...rest] = example.split('\n');
  const code = [requireLine, '(async () => {', ...rest, '})();'].join('\n');
  expect(requireLine).not.toBe('');
  expect(await printed('commonjs', 'capitals.js', code)).toMatch(EXPECTED);
});
