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

/** A longest way through a graph, from the top down. Nodes that are on circles with each other count as one, `a + b`. */
export function longestWay(graph: Graph): string[] {
  const acyclic = contracted(graph);
  const known = new Map<string, string[]>();
  const below = (node: string): string[] => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const way = [node, ...longest(Array.from(acyclic.get(node) ?? [], below))];
    known.set(node, way);
    return way;
  };
  return longest(Array.from(acyclic.keys(), below));
}

function longest(ways: readonly string[][]): string[] {
  return ways.reduce((best, way) => (way.length > best.length ? way : best), []);
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

/** The graph with each set of nodes that reach one another made one node. */
function contracted(graph: Graph): Graph {
  const reached = new Map(Array.from(graph.keys(), (node) => [node, reachedFrom(graph, node)]));
  const nameOf = (node: string): string => {
    const kin = [...(reached.get(node) ?? [])].filter((other) => reached.get(other)?.has(node));
    return [...new Set([node, ...kin])].toSorted().join(' + ');
  };
  const result = new Map<string, Set<string>>();
  for (const [node, needed] of graph) {
    const name = nameOf(node);
    const targets = result.get(name) ?? new Set();
    result.set(name, targets);
    for (const target of Array.from(needed, nameOf)) if (target !== name) targets.add(target);
  }
  return result;
}

function reachedFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const queue = [start];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      queue.push(next);
    }
  }
  return reached;
}
