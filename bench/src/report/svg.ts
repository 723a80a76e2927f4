/** The little of SVG that the plots need. Colours are classes, so that a reader's dark mode is honoured. */

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .muted { fill: #59636e; font-size: 11px; }
  .title { font-size: 14px; font-weight: 600; }
  .axis { stroke: #59636e; stroke-width: 1; fill: none; }
  .grid { stroke: #59636e; stroke-width: 1; stroke-opacity: 0.25; }
  .fill0 { fill: #9a6700; } .fill1 { fill: #0969da; } .fill2 { fill: #1a7f37; }
  .line0 { stroke: #9a6700; } .line1 { stroke: #0969da; } .line2 { stroke: #1a7f37; }
  .line { fill: none; stroke-width: 2; }
  .whisker { stroke: #1f2328; stroke-width: 1; stroke-opacity: 0.7; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .muted { fill: #9198a1; }
    .axis, .grid { stroke: #9198a1; }
    .fill0 { fill: #d29922; } .fill1 { fill: #4493f8; } .fill2 { fill: #3fb950; }
    .line0 { stroke: #d29922; } .line1 { stroke: #4493f8; } .line2 { stroke: #3fb950; }
    .whisker { stroke: #e6edf3; }
  }`;

/** Colours there are; series beyond share the last. */
export const COLOURS = 3;

export function svgDocument(width: number, height: number, title: string, body: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>${STYLE}
</style>
${body.join('\n')}
</svg>
`;
}

export type Anchor = 'start' | 'middle' | 'end';

export function text(
  x: number,
  y: number,
  content: string,
  anchor: Anchor = 'start',
  css: string = '',
): string {
  const attribute = css === '' ? '' : ` class="${css}"`;
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${attribute}>${escapeXml(content)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, css: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${css}"/>`;
}

/** @param tooltip shown by browsers when the pointer rests on it */
export function bar(
  x: number,
  y: number,
  width: number,
  height: number,
  css: string,
  tooltip: string,
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" class="${css}"><title>${escapeXml(tooltip)}</title></rect>`;
}

export function polyline(points: readonly (readonly [x: number, y: number])[], css: string): string {
  return `<polyline points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" class="${css}"/>`;
}

/** A round number not below `value`: 1, 2 or 5 times a power of ten. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}

export function legend(x: number, y: number, labels: readonly string[]): string[] {
  let at = x;
  return labels.flatMap((label, i) => {
    const start = at;
    at += 30 + label.length * 7;
    return [bar(start, y - 9, 11, 11, `fill${Math.min(i, COLOURS - 1)}`, label), text(start + 16, y, label)];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function escapeXml(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
