import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { uncounted, type Route } from '../http/app.js';
import { HttpError } from '../http/http-error.js';

/** Folders of the page's files: those written by hand, and those that the compiler made. */
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

/** The page. Its few files are read at the start: a name in a URL is looked up among them, never opened. */
export function pageRoutes(): Route[] {
  const files = new Map<string, File>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(folder)) {
      const type = TYPES[extname(name)];
      if (type !== undefined) files.set(name, { bytes: readFileSync(new URL(name, folder)), type });
    }
  }
  files.set('observable-plot.js', { bytes: chartLibrary(), type: TYPES['.js'] });
  return [
    pageRoute('/', 'the page', (_, host) => withCard(files.get('index.html'), host)),
    pageRoute('/page/:file', 'its parts', (name) => files.get(name)),
  ];
}

/** Observable Plot and D3, on which it is built, as their packages have them for pages: one script after the other. */
function chartLibrary(): Buffer {
  const plot = createRequire(import.meta.url).resolve('@observablehq/plot');
  const d3 = createRequire(plot).resolve('d3');
  const files = [
    new URL('../dist/d3.min.js', pathToFileURL(d3)),
    new URL('../dist/plot.umd.min.js', pathToFileURL(plot)),
  ];
  return Buffer.concat(files.map((file) => readFileSync(file)));
}

/** Who shows a link as a card wants the picture's whole address. The host has been checked: it is this server's. */
function withCard(page: File | undefined, host: string): File | undefined {
  if (page === undefined) return undefined;
  const text = page.bytes
    .toString()
    .replace('content="/page/card.png"', `content="http://${host}/page/card.png"`);
  return { ...page, bytes: Buffer.from(text) };
}

function pageRoute(
  pattern: string,
  about: string,
  find: (name: string, host: string) => File | undefined,
): Route {
  return uncounted('GET', pattern, about, ({ params, message }) => {
    const name = params['file'] ?? '';
    const file = find(name, message.headers.host ?? '');
    if (file === undefined)
      throw new HttpError(404, 'no-file', `the page has no part '${name}'`, 'the page at /');
    return { text: file.bytes, headers: { 'content-type': file.type } };
  });
}
