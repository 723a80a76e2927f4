/** Returns the text that the person who started the demo reads: where to look, and what to try. */
export function welcome(url: string, host: string, grid: string): string {
  const lines = [
    '',
    `  Open ${url}/ to see who holds up the event loop, and by how much, measured live.`,
    '',
    '  Or by hand, while something else loads the server:',
    `    curl '${url}/sync/quote?items=7,42:3'`,
    `    curl '${url}/workers/quote?items=7,42:3'`,
    `    curl '${url}/timeslice/fib?n=15&slicer=nextTick'`,
    `    curl ${url}/ping`,
    `    curl -X PUT -H 'content-type: application/json' -d '{"hello":"grid"}' ${url}/kv/greeting`,
    `    curl ${url}/stats`,
    '',
    `  The data is in ${grid}. pnpm demo:load runs autocannon without a browser. Ctrl-C stops.`,
  ];
  if (!isLoopback(host)) {
    lines.push('', `  Note: ${host} is not this machine alone; whoever reaches it can run loads.`);
  }
  return lines.join('\n');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
