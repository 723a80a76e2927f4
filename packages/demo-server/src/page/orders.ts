import type { BlockOrder, RunOrder } from '../figures/live-events.js';

interface Refusal {
  readonly error?: { readonly message?: string; readonly accepted?: string | readonly string[] };
}

/** Sends an order. Resolves to a text that says what is wrong with it, or to undefined. */
export function sendOrder(order: RunOrder): Promise<string | undefined> {
  return send('POST', '/runs', JSON.stringify(order));
}

export function sendBlock(order: BlockOrder): Promise<string | undefined> {
  return send('POST', '/blocks', JSON.stringify(order));
}

export function sendStop(): Promise<string | undefined> {
  return send('DELETE', '/runs');
}

async function send(method: string, path: string, body?: string): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, body === undefined ? { method } : { method, headers, body });
    return response.ok ? undefined : refusalText((await response.json()) as Refusal);
  } catch {
    return 'The demo server does not answer. Is it still running?';
  }
}

function refusalText({ error }: Refusal): string {
  const accepted = error?.accepted ?? [];
  const wanted = typeof accepted === 'string' ? accepted : accepted.join('; ');
  return `${error?.message ?? 'The order was refused'}. Accepted: ${wanted}.`;
}
