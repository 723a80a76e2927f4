/**
 * Returns the URL of the module that compute threads run. The published package has another module here
 * (scripts/publication/core), which throws in a bundle.
 */
export function threadModule(): string {
  return new URL('./thread/compute-thread.js', import.meta.url).href;
}
