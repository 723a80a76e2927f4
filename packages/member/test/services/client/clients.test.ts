import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ClientConnection, ClientIdentity } from '../../../src/calls/client-connection.js';
import { Clients } from '../../../src/services/client/clients.js';

const DELAY = 1000;

const ALICE: ClientIdentity = { uuid: 'alice', name: 'alice', type: 'NJS', version: '1', labels: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection of the one client there is. `close` is what the network does. */
function connected(clients: Clients): { close(): void } {
  const closed: (() => void)[] = [];
  const connection = { client: undefined, onClosed: (action: () => void) => closed.push(action) };
  clients.add(connection as unknown as ClientConnection, ALICE);
  return { close: () => closed.forEach((action) => action()) };
}

test('a client is gone when it has not come back for so long after its last connection', () => {
  const gone = vi.fn<(client: string) => void>();
  const clients = new Clients(DELAY, gone);
  const [one, other] = [connected(clients), connected(clients)];
  one.close();
  vi.advanceTimersByTime(2 * DELAY);
  other.close();
  vi.advanceTimersByTime(DELAY - 1);
  expect(gone).not.toHaveBeenCalled();
  expect(clients.size).toBe(0);
  vi.advanceTimersByTime(1);
  expect(gone.mock.calls).toEqual([['alice']]);
});

test('a client that has come back is not gone, until it goes again', () => {
  const gone = vi.fn<(client: string) => void>();
  const clients = new Clients(DELAY, gone);
  connected(clients).close();
  vi.advanceTimersByTime(DELAY - 1);
  const again = connected(clients);
  vi.advanceTimersByTime(2 * DELAY);
  expect(gone).not.toHaveBeenCalled();
  again.close();
  vi.advanceTimersByTime(DELAY);
  expect(gone).toHaveBeenCalledOnce();
});

test('without a delay it is gone at once, and a member that ends waits for nobody', () => {
  const gone = vi.fn<(client: string) => void>();
  connected(new Clients(0, gone)).close();
  expect(gone).toHaveBeenCalledOnce();
  const clients = new Clients(DELAY, gone);
  connected(clients).close();
  clients.close();
  vi.advanceTimersByTime(2 * DELAY);
  expect(gone).toHaveBeenCalledOnce();
});
