/** Who needs whom, by name. Names that are only needed may be missing as keys. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The circles of a graph: through each node that is on one, the shortest. A circle begins and ends with its least name,
 * and is listed once.
 */
export function circlesOf(graph: Graph): string[][] {
  const circles = new Map<string, string[]>();
  for (const node of graph.keys()) {
    const way = shortestWay(graph, node, node);
    if (way === undefined) continue;
    const circle = fromLeast(way.slice(1));
    circles.set(circle.join(), circle);
  }
  return [...circles.values()].toSorted((a, b) => a.length - b.length);
}

/** Both ends included; a node's way to itself leads over others or over an edge to itself. */
function shortestWay(graph: Graph, from: string, to: string): string[] | undefined {
  const seen = new Set<string>();
  let ways = [[from]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const next of graph.get(way.at(-1)!) ?? []) {
        if (next === to) return [...way, next];
        if (seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return undefined;
}

function fromLeast(circle: readonly string[]): string[] {
  const at = circle.indexOf(circle.reduce((least, name) => (name < least ? name : least)));
  const turned = [...circle.slice(at), ...circle.slice(0, at)];
  return [...turned, turned[0]];
}
