/** Lines that a recipe adds to a file. */
export interface Addition {
  /** Relative to `packages`. */
  readonly file: string;
  /** The line of the file that they stand below, without its indentation. */
  readonly below: string;
  readonly lines: readonly string[];
}

const BLOCK = /^```ts recipe\n([^]*?)^```$/gm;
const FILE = /^\/\/ (\S+?)(?:, below `(.+)`)?$/;

/**
 * The additions of a Markdown text's blocks that are marked `ts recipe`. In them a comment names a file, a line that ends with a brace
 * is one that the file has, and what is indented below it is new. A comment may name the line itself: then what is indented below
 * the comment is new.
 */
export function additionsIn(markdown: string): Addition[] {
  const additions: (Addition & { lines: string[] })[] = [];
  let file = '';
  const blocks = Array.from(markdown.matchAll(BLOCK), ([, block = '']) => block);
  for (const line of blocks.flatMap((block) => block.split('\n'))) {
    const [, named, below] = FILE.exec(line) ?? [];
    if (named !== undefined) file = named;
    if (below !== undefined) additions.push({ file, below, lines: [] });
    else if (line.startsWith(' ') || line === '') additions.at(-1)?.lines.push(line);
    else if (line.endsWith('{')) additions.push({ file, below: line, lines: [] });
  }
  return additions.map((addition) => ({ ...addition, lines: withoutLastBlanks(addition.lines) }));
}

/** A source with one addition made. Throws when there is not exactly one line to add it below. */
export function withAddition(source: string, { file, below, lines }: Addition): string {
  const before = source.split('\n');
  const places = before.flatMap((line, index) => (line.trim() === below ? [index + 1] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`${file} has ${places.length} lines '${below}', where 1 was expected`);
  }
  return before.toSpliced(place, 0, ...lines).join('\n');
}

/** Between two additions of a block there are blank lines that neither adds. */
function withoutLastBlanks(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
