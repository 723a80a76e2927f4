import type { RunLimits, RunOrder, WorkloadName } from '../figures/live-events.js';
import { byId } from './dom.js';

type Field = keyof RunLimits;

const FIELDS: readonly Field[] = ['connections', 'seconds', 'rate', 'items', 'n'];

/** The form at the top of the page, which describes a load. */
export class Controls {
  readonly #form: HTMLFormElement = byId('controls', HTMLFormElement);

  get workload(): WorkloadName {
    return new FormData(this.#form).get('workload') === 'fib' ? 'fib' : 'quote';
  }

  onWorkload(listener: () => void): void {
    this.#form.addEventListener('change', (event) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.name !== 'workload') return;
      this.#showFields();
      listener();
    });
  }

  onSubmit(listener: () => void): void {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      listener();
    });
  }

  /** Puts the server's limits on the fields, and its defaults into fields where the person has not written anything. */
  setLimits(limits: RunLimits): void {
    for (const name of FIELDS) {
      const input = this.#input(name);
      const { least, most, initial } = limits[name];
      input.min = String(least);
      input.max = String(most);
      if (input.value === '' && input.required) input.value = String(initial);
      input.title = `${least} to ${most}`;
    }
    this.#showFields();
  }

  /** Returns true if the fields can be sent; otherwise the browser shows which cannot. */
  isValid(): boolean {
    return this.#form.reportValidity();
  }

  order(approaches: readonly string[]): RunOrder {
    const rate = this.#number('rate');
    const { workload } = this;
    const subject =
      workload === 'fib' ? { n: this.#number('n') ?? 0 } : { items: this.#number('items') ?? 1 };
    return {
      workload,
      approaches,
      connections: this.#number('connections') ?? 1,
      seconds: this.#number('seconds') ?? 1,
      ...subject,
      ...(rate === undefined ? {} : { rate }),
    };
  }

  /** Shows the fields of the workload. Hidden ones are disabled, as their values must not keep the form from being sent. */
  #showFields(): void {
    const isFib = this.workload === 'fib';
    this.#show('items', !isFib);
    this.#show('n', isFib);
  }

  #show(name: Field, visible: boolean): void {
    byId(`${name}-field`, HTMLLabelElement).hidden = !visible;
    this.#input(name).disabled = !visible;
  }

  #input(name: Field): HTMLInputElement {
    return byId(name, HTMLInputElement);
  }

  #number(name: Field): number | undefined {
    const { value } = this.#input(name);
    return value === '' ? undefined : Number(value);
  }
}
