import type { BlockedClient, BlockedQueue, BlockState, CallsUnderWay } from '../figures/live-events.js';
import { element } from './dom.js';
import { milliseconds, number } from './format.js';

/** Shows in a list what became of each client while its thread was held. */
export function showBlock(list: HTMLElement, state: BlockState | undefined): void {
  if (state === undefined) return;
  list.replaceChildren(...state.clients.map((each) => card(each, state)));
}

/** Shows in a list what became of each RabbitMQ client. */
export function showQueues(list: HTMLElement, queues: readonly BlockedQueue[]): void {
  list.replaceChildren(...queues.map(queueCard));
}

/** Describes a hold in a sentence or two, which change only when there is something new to say. */
export function blockStory(state: BlockState | undefined): string {
  if (state === undefined) return '';
  const { phase, seconds, clients, reason } = state;
  switch (phase) {
    case 'starting':
      return 'Starting a process of each…';
    case 'held':
      return `Each thread is held for ${seconds} s…`;
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return `Failed: ${reason ?? 'no reason given'}`;
    default:
      return ended(seconds, clients);
  }
}

function ended(seconds: number, clients: readonly BlockedClient[]): string {
  const lost = clients.filter(({ connected, locked }) => !connected || !locked).map(({ title }) => title);
  const kept = clients.filter(({ connected, locked }) => connected && locked).map(({ title }) => title);
  if (lost.length === 0) return `After ${seconds} s everybody still has connection and lock.`;
  const keepers = kept.length === 0 ? 'Nobody' : kept.join(' and ');
  return `After ${seconds} s: ${lost.join(' and ')} lost connection or lock. ${keepers} kept both.`;
}

function card(client: BlockedClient, { phase, elapsed, seconds }: BlockState): HTMLElement {
  const { id, title, connected, locked, heartbeats, underWay, nextCall } = client;
  const made = fateCard(id, title, [
    ['Connection', connected ? 'kept' : 'lost', !connected],
    ['Lock', locked ? 'kept' : 'lost', !locked],
    ['Heartbeats sent', String(heartbeats), phase === 'done' && heartbeats === 0],
    ['Calls under way', underWayText(underWay), (underWay?.answered ?? 1) < (underWay?.made ?? 1)],
    ['Next call', callText(nextCall), nextCall === null],
  ]);
  const label = `${title}: held for ${number(seconds)} s`;
  made.append(element('progress', { max: String(seconds), value: String(elapsed), 'aria-label': label }));
  return made;
}

function queueCard({ title, connected, published, acknowledged }: BlockedQueue): HTMLElement {
  return fateCard(title, title, [
    ['Connection', connected ? 'kept' : 'lost', !connected],
    ['Published before', published ? 'arrived' : 'lost', !published],
    ['Acknowledged after', acknowledged ? 'taken' : 'lost: comes again', !acknowledged],
  ]);
}

/** Makes a card of what became of a client. */
function fateCard(
  id: string,
  title: string,
  rows: readonly (readonly [name: string, value: string, isBad: boolean])[],
): HTMLElement {
  const fates = rows.flatMap(([name, value, isBad]) => [
    element('dt', {}, name),
    element('dd', isBad ? { class: 'bad' } : {}, value),
  ]);
  return element(
    'li',
    { 'data-blocked': id },
    element('h3', {}, title),
    element('dl', { class: 'fate' }, ...fates),
  );
}

/** Describes the calls under way: how many failed, or when the last answer came, counted from when the thread went on. */
function underWayText(calls: CallsUnderWay | undefined): string {
  if (calls === undefined) return '–';
  const { made, answered, millis } = calls;
  return answered < made ? `${made - answered} of ${made} failed` : `answered ${milliseconds(millis)} later`;
}

function callText(nextCall: number | null | undefined): string {
  if (nextCall === undefined) return '–';
  return nextCall === null ? 'failed' : milliseconds(nextCall);
}
