/** What is between the comments of a place that is filled from kept results, and what is code. */
const NOT_TYPED = [
  /<!-- (bench|simulation):(\w+)[^]*?<!-- \/\1:\2 -->/g,
  /^```[^]*?^```$/gm,
  /`[^`\n]*`/g,
  /\]\([^)]*\)/g,
];

/** What a measurement looks like: a ratio, a share, an interval, a short time. */
const FIGURE =
  /\d[\d.,]*×(?! ?\d)|\d[\d.,]* times\b|\d[\d.,]* ?%|\[\d[\d.]*, \d[\d.]*\]|\d[\d.,]* (?:ns|µs|ms)\b|\d+\.\d+ s\b/g;

/**
 * The figures that somebody typed into a page: those that look measured and stand in no place that is filled from results.
 *
 * @param decided settings and limits, which nobody measures
 */
export function typedFigures(page: string, decided: readonly string[]): string[] {
  const prose = NOT_TYPED.reduce((text, pattern) => text.replaceAll(pattern, ''), page);
  return (prose.match(FIGURE) ?? []).filter((figure) => !decided.includes(figure));
}
