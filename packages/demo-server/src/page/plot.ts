import type * as Library from '@observablehq/plot';

/** Observable Plot, which /page/observable-plot.js makes global. */
export const Plot: typeof Library = (globalThis as unknown as { readonly Plot: typeof Library }).Plot;

/** Draws for eyes alone: whoever shows a chart says it in words, too. */
export function draw(place: HTMLElement, options: Library.PlotOptions): Library.Plot {
  const drawn = Plot.plot(options);
  // The page's policy forbids it; page.css says the same.
  drawn.querySelector('style')?.remove();
  drawn.setAttribute('aria-hidden', 'true');
  place.replaceChildren(drawn);
  return drawn;
}
