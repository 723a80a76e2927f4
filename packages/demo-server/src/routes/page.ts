import type { FastifyInstance } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { HttpError } from '../http/http-error.js';

/** The folders of the page's files: those written by hand, and those that the compiler made. */
const FOLDERS = [new URL('../../page/', import.meta.url), new URL('../page/', import.meta.url)];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
};

interface File {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Adds the routes of the page. Its few files are read at the start: a name in a URL is looked up among them, never opened. */
export function pageRoutes(app: FastifyInstance): void {
  const files = new Map<string, File>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(folder)) {
      const type = TYPES[extname(name)];
      if (type !== undefined) files.set(name, { bytes: readFileSync(new URL(name, folder)), type });
    }
  }
  files.set('observable-plot.js', { bytes: chartLibrary(), type: TYPES['.js'] });
  app.get('/', { config: { about: 'the page' } }, ({ host }, reply) => {
    const { bytes, type } = fileOf(files, 'index.html');
    return reply.type(type).send(withCard(bytes, host));
  });
  const config = { about: 'its parts' };
  app.get<{ Params: { file: string } }>('/page/:file', { config }, ({ params }, reply) => {
    const { bytes, type } = fileOf(files, params.file);
    return reply.type(type).send(bytes);
  });
}

function fileOf(files: ReadonlyMap<string, File>, name: string): File {
  const file = files.get(name);
  if (file === undefined)
    throw new HttpError(404, 'no-file', `the page has no part '${name}'`, 'the page at /');
  return file;
}

/** Returns Observable Plot and D3, on which it is built, as one script. Both packages have a file for pages. */
function chartLibrary(): Buffer {
  const plot = createRequire(import.meta.url).resolve('@observablehq/plot');
  const d3 = createRequire(plot).resolve('d3');
  const files = [
    new URL('../dist/d3.min.js', pathToFileURL(d3)),
    new URL('../dist/plot.umd.min.js', pathToFileURL(plot)),
  ];
  return Buffer.concat(files.map((file) => readFileSync(file)));
}

/**
 * Puts the picture's whole address into the page, as programs that show links as cards require it. The host has been checked: it is this
 * server's.
 */
function withCard(page: Buffer, host: string): string {
  return page.toString().replace('content="/page/card.png"', `content="http://${host}/page/card.png"`);
}
