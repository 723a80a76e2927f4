/** What is no prose: blocks of code, comments, tables, headings, pictures. */
const NOT_PROSE = [/^ *```[^]*?^ *```$/gm, /<!--[^]*?-->/g, /^ *\|.*$/gm, /^#.*$/gm, /!\[[^\]]*\]\([^)]*\)/g];

/** The sentences of a Markdown page. An item of a list is at least one; code between backticks counts as one word. */
export function sentencesOf(markdown: string): string[] {
  const prose = NOT_PROSE.reduce((text, pattern) => text.replaceAll(pattern, '\n\n'), markdown)
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/`[^`\n]*`/g, 'code');
  return prose
    .split(/\n\s*\n|\n\s*(?:-|\d+\.) /)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.?!][)*_]*) /))
    .filter((sentence) => wordsIn(sentence) > 0);
}

/** How many words a text has; signs that stand alone are none. */
export function wordsIn(text: string): number {
  return text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
