import type { CellResult, RunContext } from '../experiment.js';

/** Opens a client the way one approach does. */
export type Open<Client> = (cluster: string) => Promise<Client>;

/**
 * Opens the client of the context's approach for `use`, and shuts it down.
 *
 * @param open by name of the approach
 */
export async function withClient<Client extends { shutdown(): Promise<void> }>(
  open: Readonly<Record<string, Open<Client>>>,
  { approach, cluster }: RunContext,
  use: (client: Client) => Promise<CellResult[]>,
): Promise<CellResult[]> {
  if (cluster === null || open[approach] === undefined)
    throw new Error(`cannot run ${approach} on ${cluster}`);
  const client = await open[approach](cluster);
  try {
    return await use(client);
  } finally {
    await client.shutdown();
  }
}
