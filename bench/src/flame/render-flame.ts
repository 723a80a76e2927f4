import { escapeXml } from '../report/svg.js';

/** The parts of V8's CPU profile that a flame graph needs. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly name: string;
  readonly place: string;
  /** Microseconds, own and all. */
  own: number;
  total: number;
  readonly children: Map<string, Frame>;
}

const WIDTH = 1400;
const ROW = 17;
const TOP = 40;
/** Frames narrower than this many pixels are left out: nobody can read them. */
const LEAST = 0.6;
const CHARACTER = 6.6;

/** An icicle: callers above, width is time. Idle time is left out, and said. */
export function renderFlame(profile: CpuProfile, title: string): string {
  const { root, idle } = mergeFrames(profile);
  const all = root.total + idle;
  const percent = all === 0 ? 0 : (100 * root.total) / all;
  const rows: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, level: number): void => {
    depth = Math.max(depth, level);
    let left = x;
    for (const child of [...frame.children.values()].toSorted((a, b) => b.total - a.total)) {
      const width = (child.total / root.total) * WIDTH;
      if (width < LEAST) continue;
      rows.push(box(child, left, level, width, (100 * child.total) / root.total));
      draw(child, left, level + 1);
      left += width;
    }
  };
  if (root.total > 0) draw(root, 0, 0);
  const height = TOP + (depth + 1) * ROW + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="monospace" font-size="11">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="8" y="22" font-size="14">${escapeXml(title)}: busy ${percent.toFixed(1)} % of ${(all / 1e6).toFixed(1)} s; widths are shares of the busy time</text>
${rows.join('\n')}
</svg>
`;
}

/** Time by call stack; frames of one function under one caller are one, wherever in it they were met. */
export function mergeFrames({ nodes, samples, timeDeltas }: CpuProfile): { root: Frame; idle: number } {
  const times = new Map<number, number>();
  samples.forEach((id, i) => times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[i + 1] ?? 0)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Frame = { name: 'all', place: '', own: 0, total: 0, children: new Map() };
  let idle = 0;
  const add = (id: number, parent: Frame): number => {
    const node = byId.get(id)!;
    const { functionName, url, lineNumber } = node.callFrame;
    const own = times.get(id) ?? 0;
    if (functionName === '(idle)') {
      idle += own;
      return 0;
    }
    const name = functionName === '' ? '(anonymous)' : functionName;
    const place = url === '' ? '' : `${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}`;
    const key = `${name} ${place}`;
    const frame = parent.children.get(key) ?? { name, place, own: 0, total: 0, children: new Map() };
    parent.children.set(key, frame);
    frame.own += own;
    const total = (node.children ?? []).reduce((sum, child) => sum + add(child, frame), own);
    frame.total += total;
    return total;
  };
  const first = nodes[0];
  root.total = (first?.children ?? []).reduce((sum, child) => sum + add(child, root), 0);
  return { root, idle };
}

function box(frame: Frame, x: number, level: number, width: number, percent: number): string {
  const label = frame.place === '' ? frame.name : `${frame.name} ${frame.place}`;
  const room = Math.floor((width - 4) / CHARACTER);
  const shown = room < 3 ? '' : label.length > room ? `${label.slice(0, room - 1)}…` : label;
  const y = TOP + level * ROW;
  const hue = frame.place.includes('node:') || frame.place === '' ? 210 : 30;
  const tooltip = `${label}: ${percent.toFixed(1)} % (own ${((100 * frame.own) / Math.max(1, frame.total)).toFixed(0)} % of that)`;
  return `<g><title>${escapeXml(tooltip)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="hsl(${hue} 70% 82%)" stroke="#fff"/><text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escapeXml(shown)}</text></g>`;
}
