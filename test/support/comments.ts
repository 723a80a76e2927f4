export interface Comment {
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** Whether an editor shows it with what stands below it. */
  readonly isDocstring: boolean;
  /** Its words, without stars and slashes, in one line. */
  readonly text: string;
}

/** A block that begins a line, or lines with two slashes, one below the other. */
const COMMENT = /^[ \t]*\/\*[^]*?\*\/|(?<=^|[ \t])\/\/ .*(?:\n[ \t]*\/\/ .*)*/gm;

/** The comments of a source, in order. */
export function commentsIn(source: string): Comment[] {
  return Array.from(source.matchAll(COMMENT), ({ 0: raw, index }) => {
    const begin = index + raw.length - raw.trimStart().length;
    return {
      line: source.slice(0, begin).split('\n').length,
      isDocstring: raw.trimStart().startsWith('/**'),
      text: raw
        .replaceAll(/^[ \t]*(?:\/\/|\/\*+|\*\/|\*)[ \t]?|\*\/$/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    };
  });
}
