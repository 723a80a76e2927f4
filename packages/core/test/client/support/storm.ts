import { codeOf } from './client-bench.js';

/** How many calls ended how: by their codes, or `resolved`. */
export type Ends = Readonly<Record<string, number>>;

/**
 * Makes so many calls without waiting for any of them, and waits until all have settled. That timers fire meanwhile shows that none of
 * them goes on without end in one turn of the loop: a test that does not come back from here has frozen its process.
 *
 * @param meanwhile what happens once they are made.
 */
export async function storm(
  count: number,
  call: (index: number) => unknown,
  meanwhile: () => unknown = () => undefined,
): Promise<Ends> {
  const timer = new Promise((resolve) => setTimeout(resolve, 0));
  const calls = Array.from({ length: count }, (_, index) =>
    codeOf(Promise.resolve().then(() => call(index))),
  );
  await timer;
  await meanwhile();
  const ends: Record<string, number> = {};
  for (const code of await Promise.all(calls)) ends[code] = (ends[code] ?? 0) + 1;
  return ends;
}
