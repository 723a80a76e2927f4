export interface Example {
  /** Line of the document the example starts at, counted from 1. */
  readonly line: number;
  readonly code: string;
}

/** The fenced blocks of a Markdown text that are marked as runnable: those whose info string is `js run`. */
export function runnableExamples(markdown: string): Example[] {
  const lines = markdown.split(/\r?\n/);
  const examples: Example[] = [];
  for (let start = 0; start < lines.length; start++) {
    if (!/^```js\s+run\s*$/.test(lines[start] ?? '')) continue;
    const length = lines.slice(start + 1).findIndex((line) => /^```\s*$/.test(line));
    if (length === -1) throw new Error(`The example at line ${start + 1} has no end`);
    examples.push({ line: start + 1, code: lines.slice(start + 1, start + 1 + length).join('\n') });
    start += length + 1;
  }
  return examples;
}
