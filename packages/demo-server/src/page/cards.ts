import type { ContenderInfo, RunState, WorkloadName } from '../figures/live-events.js';
import { element, swatch } from './dom.js';
import { milliseconds, number } from './format.js';
import { seriesClass, type Model } from './model.js';

/** The approaches: legend of the charts, state of their runs, and a button each. */
export class Cards {
  readonly #list: HTMLElement;
  readonly #more: HTMLElement;
  readonly #run: (contender: string) => void;
  #shown = '';
  readonly #parts = new Map<string, { item: HTMLElement; state: HTMLElement; button: HTMLButtonElement }>();

  /** @param more where those go that "all" does not include */
  constructor(list: HTMLElement, more: HTMLElement, run: (contender: string) => void) {
    this.#list = list;
    this.#more = more;
    this.#run = run;
  }

  show(model: Model, workload: WorkloadName): void {
    const contenders = model.contendersOf(workload);
    const shown = contenders.map(({ id }) => id).join(' ');
    // Made once a workload: a button that is made anew loses the focus.
    if (shown !== this.#shown) this.#make(model, workload);
    this.#shown = shown;
    const busy = model.busy();
    for (const [id, { item, state, button }] of this.#parts) {
      const run = model.run(workload, id)?.state;
      const isBusy = busy !== undefined && busy.id === run?.id;
      item.dataset['busy'] = String(isBusy);
      const text = run === undefined ? '' : stateText(run);
      if (state.textContent !== text) state.textContent = text;
      button.disabled = busy !== undefined;
    }
  }

  #make(model: Model, workload: WorkloadName): void {
    this.#parts.clear();
    const contenders = model.contendersOf(workload);
    this.#list.replaceChildren();
    this.#more.replaceChildren();
    for (const contender of contenders) {
      const list = contender.byDefault ? this.#list : this.#more;
      list.append(this.#card(contender, seriesClass(contender, contenders)));
    }
  }

  #card({ id, title, about }: ContenderInfo, className: string): HTMLElement {
    const button = element('button', { type: 'button', 'aria-label': `Run ${title}` }, 'Run');
    button.addEventListener('click', () => this.#run(id));
    const state = element('p', { class: 'state' });
    const item = element(
      'li',
      { class: className, 'data-contender': id },
      element('h3', {}, swatch(className), title),
      button,
      element('p', { class: 'does' }, about),
      state,
    );
    this.#parts.set(id, { item, state, button });
    return item;
  }
}

function stateText({ phase, outcome, reason }: RunState): string {
  if (phase === 'failed') return `failed: ${reason ?? 'no reason given'}`;
  if (outcome === undefined) return `${phase}…`;
  const { requestsPerSecond, ping } = outcome.load;
  const bystander = ping === undefined ? '' : `, /ping ${milliseconds(ping.p99)}`;
  return `${number(requestsPerSecond)} requests/s${bystander}`;
}
