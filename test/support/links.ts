/**
 * The relative links (and pictures, and definitions of links) of a Markdown page that lead nowhere: to no file, or to no heading of a page.
 *
 * @param read the text of a linked file, by its path relative to the page; undefined when there is none.
 */
export function brokenLinks(markdown: string, read: (target: string) => string | undefined): string[] {
  const prose = withoutCode(markdown);
  const inline = prose.matchAll(/\]\(([^)\s]+)\)/g);
  const defined = prose.matchAll(/^\[[^\]]+\]: (\S+)/gm);
  const targets = Array.from([...inline, ...defined], ([, target]) => target ?? '');
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', heading] = target.split('#');
    const text = file === '' ? markdown : read(file);
    if (text === undefined) return true;
    return heading !== undefined && !anchors(text).has(heading);
  });
}

/** The anchors that GitHub gives a page's headings. */
function anchors(markdown: string): Set<string> {
  const headings = withoutBlocks(markdown).matchAll(/^#{1,6} +(.+)$/gm);
  return new Set(Array.from(headings, ([, heading]) => anchorOf(heading ?? '')));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function withoutBlocks(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
}

function withoutCode(markdown: string): string {
  return withoutBlocks(markdown).replaceAll(/`[^`\n]*`/g, '');
}
