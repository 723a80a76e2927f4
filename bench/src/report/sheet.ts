/// <reference lib="dom" />
// For the types of Plot and linkedom: there is no browser here.
import { dot, plot, text, type PlotOptions } from '@observablehq/plot';
import { DOMParser } from 'linkedom';

/** Colours, each with the one of dark mode: first of axes, then of approaches. */
const COLOURS = [
  ['#59636e', '#9198a1'],
  ['#9a6700', '#d29922'],
  ['#0969da', '#4493f8'],
  ['#1a7f37', '#3fb950'],
] as const;

export const MUTED: string = COLOURS[0][0];

/** Returns the colour of an approach. Approaches beyond the third share its colour. */
export function colourOf(approach: number): string {
  return COLOURS[Math.min(approach + 1, COLOURS.length - 1)][0];
}

const DARK = COLOURS.map(
  ([light, dark]) => `[fill="${light}"] { fill: ${dark} } [stroke="${light}"] { stroke: ${dark} }`,
);
const STYLE = `svg { color: #1f2328 } @media (prefers-color-scheme: dark) { svg { color: #e6edf3 } ${DARK.join(' ')} }`;

export interface Panel extends Pick<PlotOptions, 'fx' | 'x' | 'y'> {
  readonly title: string;
  readonly marks: NonNullable<PlotOptions['marks']>;
}

const COLUMNS = 3;
const PANEL = { width: 320, height: 212, marginLeft: 62, marginRight: 14, marginTop: 36, marginBottom: 26 };
const HEAD = 60;

/** Draws panels below a title and a legend, as one SVG that needs no other file. */
export function drawSheet(title: string, approaches: readonly string[], panels: readonly Panel[]): string {
  const document = new DOMParser().parseFromString('<svg/>', 'image/svg+xml') as unknown as Document;
  const draw = (options: PlotOptions): Element => {
    const drawn = plot({ ...options, document });
    drawn.querySelector('style')?.remove();
    return drawn;
  };
  const space = 30 + 7 * Math.max(...approaches.map(({ length }) => length));
  const legend = approaches.map((name, at) => ({ name, colour: colourOf(at), x: 22 + at * space }));
  const sheet = draw({
    width: Math.min(COLUMNS, panels.length) * PANEL.width,
    height: HEAD + Math.ceil(panels.length / COLUMNS) * PANEL.height,
    margin: 0,
    x: { type: 'identity', axis: null },
    y: { type: 'identity', axis: null },
    marks: [
      text([title], { x: [16], y: [20], textAnchor: 'start', fontSize: 14, fontWeight: 600 }),
      dot(legend, { x: 'x', y: () => 44, symbol: 'square', r: 6, fill: 'colour' }),
      text(legend, { x: 'x', y: () => 44, dx: 11, text: 'name', textAnchor: 'start', fontSize: 12 }),
    ],
    ariaLabel: title,
  });
  sheet.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  sheet.setAttribute('role', 'img');
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = STYLE;
  sheet.prepend(style);
  for (const [at, { title: name, marks, ...scales }] of panels.entries()) {
    // `get 1KB` → `get 1 KB`
    const heading = name.replace(/(?<=\d)(?=[BKM])/, ' ');
    const top = text([heading], { facet: 'super', frameAnchor: 'top-left', dy: -22, fontSize: 12 });
    const panel = draw({ ...PANEL, ...scales, marks: [...marks, top] });
    panel.setAttribute('x', String((at % COLUMNS) * PANEL.width));
    panel.setAttribute('y', String(HEAD + Math.floor(at / COLUMNS) * PANEL.height));
    sheet.append(panel);
  }
  // About one line for each element, for diffs.
  return `${sheet.outerHTML.replaceAll(/<(?=g|svg|text|path|rect|line)/g, '\n<').trim()}\n`;
}
