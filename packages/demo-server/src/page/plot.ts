import type * as Library from '@observablehq/plot';

/** Observable Plot, which /page/observable-plot.js makes global. */
export const Plot: typeof Library = (globalThis as unknown as { readonly Plot: typeof Library }).Plot;

/** Draws a chart into an element. Screen readers pass over it, so callers must give its figures as text. */
export function draw(place: HTMLElement, options: Library.PlotOptions): Library.Plot {
  const drawn = Plot.plot(options);
  // The page's policy forbids a style in the document; page.css has its rules.
  drawn.querySelector('style')?.remove();
  drawn.setAttribute('aria-hidden', 'true');
  place.replaceChildren(drawn);
  return drawn;
}
