/** Works as an application does: on this thread, and nothing else on it can meanwhile. */
export function workFor(millis: number): void {
  const until = performance.now() + millis;
  while (performance.now() < until);
}
