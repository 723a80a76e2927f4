import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of speedscope as it is published: a page, its style and its one script. */
const VIEWER = join(dirname(fileURLToPath(import.meta.resolve('speedscope/package.json'))), 'dist/release');
const STYLE = /<link rel="stylesheet" href="([^"]+)">/;
const SCRIPT = /<script src="([^"]+)"><\/script>/;
const ICON = /<link rel="icon"[^>]*>/g;

/**
 * Makes a page, complete in itself, that shows a CPU profile: as a flame graph of the calls added up (“left heavy”), in the order of time,
 * and as a table (“sandwich”).
 *
 * @param profile a profile of V8
 * @param name title of the page, and of the profile in it
 */
export async function renderFlame(profile: unknown, name: string): Promise<string> {
  const page = await readFile(join(VIEWER, 'index.html'), 'utf8');
  const style = await partOf(page, STYLE);
  const script = await partOf(page, SCRIPT);
  const base64 = Buffer.from(JSON.stringify(profile)).toString('base64');
  // Told that its profile is a local file, the viewer offers the function that such a file calls; we call it ourselves.
  const start = `location.hash = 'localProfilePath=none&view=left-heavy&title=${encodeURIComponent(name)}'`;
  const load = `speedscope.loadFileFromBase64(${JSON.stringify(`${name}.cpuprofile`)}, '${base64}')`;
  return page
    .replaceAll(ICON, '')
    .replace(STYLE, () => `<style>${style}</style>`)
    .replace(SCRIPT, () => [start, script, load].map(inlineScript).join('\n'));
}

/** Reads a file that the page refers to. @throws if the viewer's page has another shape than the one known here */
async function partOf(page: string, reference: RegExp): Promise<string> {
  const file = reference.exec(page)?.[1];
  if (file === undefined) throw new Error(`${VIEWER}/index.html has no ${String(reference)}`);
  return readFile(join(VIEWER, file), 'utf8');
}

/** Makes an inline script. Its closing tag would end it even in the middle of a string, so it is escaped. */
function inlineScript(code: string): string {
  return `<script>${code.replaceAll('</script', '<\\/script')}</script>`;
}
