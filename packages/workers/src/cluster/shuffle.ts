/** Puts the items in random order, in place. */
export function shuffle(items: unknown[]): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
}
