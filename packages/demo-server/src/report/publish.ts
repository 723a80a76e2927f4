import { Workload } from '../approaches/approaches.js';
import { CommandError } from '../cli/failure.js';
import { DEFAULT_ITEMS } from '../quote/items.js';

/**
 * The page with `report` between its markers `<!-- demo:NAME -->` and `<!-- /demo:NAME -->`, as part of a page: headings
 * two levels deeper. CommandError when the page has no such place.
 */
export function publish(page: string, name: string, report: string): string {
  const [open, close] = [`<!-- demo:${name} -->`, `<!-- /demo:${name} -->`];
  const from = page.indexOf(open);
  const to = page.indexOf(close);
  if (from === -1 || to < from) throw new CommandError(`the page has no ${open} … ${close}`, 1);
  const part = report.trim().replaceAll(/^#/gm, '###');
  return `${page.slice(0, from)}${open}\n\n${part}\n\n${page.slice(to)}`;
}

/** What tells set-ups apart. */
export type SetUp = { readonly cluster: string | undefined; readonly fork: number; readonly items: number };

/**
 * The marker's name: `quote`, `quote-cluster`, `quote-items10`, `fib-fork4`. Figures of different set-ups stand beside each
 * other.
 */
export function publishPlace(workload: Workload, { cluster, fork, items }: SetUp): string {
  const parts: string[] = [workload];
  if (cluster !== undefined) parts.push('cluster');
  if (workload === Workload.QUOTE && items !== DEFAULT_ITEMS) parts.push(`items${items}`);
  if (fork !== 1) parts.push(`fork${fork}`);
  return parts.join('-');
}
