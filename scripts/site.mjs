// pnpm site [--build]: installs, builds the documentation as a site (the Markdown of this repository, and the reference that is made of
// the docstrings), and serves it until Ctrl-C. A link that leads nowhere fails.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { sourceAddress } from './publication/home.mjs';
import { ROOT, runNode, scriptOptions, setUp } from './setup.mjs';

const USAGE = `pnpm site [options]: the documentation as a site.

  --build       build it into site/.vitepress/dist and end
  --port N      of the server (4173)
  --help`;

const options = scriptOptions(USAGE, {
  build: { type: 'boolean', default: false },
  port: { type: 'string', default: '4173' },
});

await setUp();
const tool = (name, ...args) => runNode(`site/node_modules/${name}`, args);
const vitepress = (command, ...args) => tool('vitepress/bin/vitepress.js', command, 'site', ...args);

// The paths that typedoc gives are from the folder of its entry point.
const sources = `${sourceAddress('packages/core/src/{path}')}#L{line}`;

rmSync(join(ROOT, 'site/reference'), { recursive: true, force: true });
process.exitCode =
  (await tool('typedoc/bin/typedoc', '--options', 'site/typedoc.json', '--sourceLinkTemplate', sources)) ||
  (await vitepress('build')) ||
  (options.build ? 0 : await vitepress('preview', '--port', options.port));
