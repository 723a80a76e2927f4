import { ExchangeBind, QueueBind } from '../../../wire/methods.js';
import { FrameWriter } from '../../../wire/frame-writer.js';

/** What a binding leads to. */
export const Destination = { QUEUE: 'queue', EXCHANGE: 'exchange' } as const;
export type Destination = (typeof Destination)[keyof typeof Destination];

/** A binding: messages go from an exchange to a queue, or to another exchange. */
export interface Binding {
  readonly to: Destination;
  readonly destination: string;
  readonly source: string;
  readonly routingKey: string;
  /** Further arguments; null or undefined: none. */
  readonly arguments: unknown;
}

const writer = new FrameWriter();

/** Returns the arguments of the method that makes a binding, or takes it back. */
export function bindFields(binding: Binding): Record<string, unknown> {
  const { to, destination, source, routingKey } = binding;
  const rest = { routingKey, arguments: binding.arguments };
  return to === Destination.QUEUE
    ? { queue: destination, exchange: source, ...rest }
    : { destination, source, ...rest };
}

/** Returns a text that two bindings have in common if the server takes them for the same: if their bytes are, whatever the order of their arguments. */
export function bindingKey(binding: Binding): string {
  const spec = binding.to === Destination.QUEUE ? QueueBind : ExchangeBind;
  writer.method(0, spec, bindFields({ ...binding, arguments: sorted(binding.arguments) }));
  return writer.take().toString('latin1');
}

/** Returns a table with its keys in order, those that it has inherited included. */
function sorted(table: unknown): Record<string, unknown> {
  const names: string[] = [];
  for (const name in table as object) names.push(name);
  return Object.fromEntries(names.toSorted().map((name) => [name, (table as Record<string, unknown>)[name]]));
}
