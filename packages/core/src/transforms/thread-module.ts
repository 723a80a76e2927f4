/**
 * The URL of what each compute thread runs. The published package has another module here (scripts/publication/core),
 * which throws in a bundle.
 */
export function threadModule(): string {
  return new URL('./thread/compute-thread.js', import.meta.url).href;
}
