// Next.js, standalone: offloop in its bundle, and beside it.
import { cpSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expectOutput, GREETING, Project, REFUSED_TRANSFORM, stop, TRANSFORMED } from './project.mjs';

const ROUTE = `
import { Client, defineTransform } from 'offloop';

export const dynamic = 'force-dynamic';
let connecting;

export async function GET() {
  connecting ??= Client.newHazelcastClient({
    network: { clusterMembers: [process.env.OFFLOOP_MEMBER] },
    runtime: { workers: 1 },
  });
  const map = await (await connecting).getMap('places');
  await map.set('IS', { city: 'Reykjavík', since: [1944] });
  let transformed;
  try {
    const length = defineTransform('data:text/javascript,export default ({ city }) => city.length');
    transformed = await map.getTransformed('IS', length);
  } catch (error) {
    transformed = error.code + ': ' + error.message;
  }
  return new Response('came back: ' + JSON.stringify(await map.get('IS')) + '\\ntransformed: ' + transformed);
}
`;

const LAYOUT = `export default function Layout({ children }) { return <html><body>{children}</body></html>; }`;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** What the server's page says, once the server answers. */
async function answer(server, url) {
  while (server.exitCode === null) {
    try {
      return await (await fetch(url)).text();
    } catch {
      await setTimeout(100);
    }
  }
  throw new Error('the server ended');
}

const standalone = (title, configuration, build, wanted) => ({
  name: `Next.js standalone, ${title}`,
  quick: false,
  async check(project) {
    project.write({
      'package.json': { private: true },
      'app/api/route.js': ROUTE,
      'app/layout.js': LAYOUT,
      'next.config.mjs': `export default { output: 'standalone', outputFileTracingRoot: ${JSON.stringify(project.setting.root(project))}, ${configuration} };`,
    });
    await project.run(join(project.setting.modules(), '.bin', 'next'), ['build', ...build], {
      NEXT_TELEMETRY_DISABLED: '1',
    });
    const elsewhere = new Project(
      `${project.setting.deployments}/${project.setting.next()}`,
      project.setting,
    );
    cpSync(join(project.folder, '.next', 'standalone'), elsewhere.folder, {
      recursive: true,
      verbatimSymlinks: true,
    });
    const port = await freePort();
    const file = join(elsewhere.folder, project.setting.relative(project), 'server.js');
    const server = elsewhere.start(process.execPath, [file], { PORT: String(port), HOSTNAME: '127.0.0.1' });
    try {
      const text = await answer(server, `http://127.0.0.1:${port}/api`);
      for (const each of [GREETING, ...wanted]) expectOutput(text, each);
    } finally {
      stop(server);
    }
    return project.version('next');
  },
});

export const nextPlaces = {
  packages: ['next@15', 'react@19', 'react-dom@19'],
  places: [
    standalone('as it comes', '', [], REFUSED_TRANSFORM),
    standalone('by Turbopack', '', ['--turbopack'], REFUSED_TRANSFORM),
    standalone('serverExternalPackages', "serverExternalPackages: ['offloop']", [], [TRANSFORMED]),
  ],
};
