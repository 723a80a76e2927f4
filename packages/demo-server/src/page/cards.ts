import type { ApproachInfo, RunState, WorkloadName } from '../figures/live-events.js';
import { element, swatch } from './dom.js';
import { milliseconds, number } from './format.js';
import { isBusy, seriesClass, type Model } from './model.js';

/** Shows the approaches as cards: each is a legend of the charts, says the state of the approach's run, and has a button to run it. */
export class Cards {
  readonly #list: HTMLElement;
  readonly #more: HTMLElement;
  readonly #run: (approach: string) => void;
  #shown = '';
  readonly #parts = new Map<string, { item: HTMLElement; state: HTMLElement; button: HTMLButtonElement }>();

  /**
   * @param more the list for approaches that “all” does not include
   * @param run is called with an approach's id when its button is pressed
   */
  constructor(list: HTMLElement, more: HTMLElement, run: (approach: string) => void) {
    this.#list = list;
    this.#more = more;
    this.#run = run;
  }

  show(model: Model, workload: WorkloadName): void {
    const approaches = model.approachesOf(workload);
    const shown = approaches.map(({ id }) => id).join(' ');
    // Cards are made once for each workload: a button that is made anew loses the focus.
    if (shown !== this.#shown) this.#make(model, workload);
    this.#shown = shown;
    for (const [id, { item, state, button }] of this.#parts) {
      const run = model.run(workload, id)?.state;
      item.dataset['busy'] = String(run !== undefined && isBusy(run));
      const text = run === undefined ? '' : stateText(run);
      if (state.textContent !== text) state.textContent = text;
      button.disabled = model.refuses;
    }
  }

  #make(model: Model, workload: WorkloadName): void {
    this.#parts.clear();
    const approaches = model.approachesOf(workload);
    this.#list.replaceChildren();
    this.#more.replaceChildren();
    for (const approach of approaches) {
      const list = approach.byDefault ? this.#list : this.#more;
      list.append(this.#card(approach, seriesClass(approach, approaches)));
    }
  }

  #card({ id, title, about }: ApproachInfo, className: string): HTMLElement {
    const button = element('button', { type: 'button', 'aria-label': `Run ${title}` }, 'Run');
    button.addEventListener('click', () => this.#run(id));
    const state = element('p', { class: 'state' });
    const item = element(
      'li',
      { class: className, 'data-approach': id },
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
