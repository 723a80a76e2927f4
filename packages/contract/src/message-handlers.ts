/**
 * A handler for each message of a union. A message that is added to the union does not compile before somebody handles it.
 *
 * @typeParam More what a handler gets besides the message.
 */
export type MessageHandlers<
  Message extends { readonly type: string },
  More extends readonly unknown[] = readonly [],
> = {
  readonly [M in Message as M['type']]: (message: M, ...more: More) => void;
};

/** Gives a message to its handler. */
export function handle<Message extends { readonly type: string }, More extends readonly unknown[]>(
  handlers: MessageHandlers<Message, More>,
  message: Message,
  ...more: More
): void {
  // The handler of that type takes that message, which no type can say of two unions at once.
  const byType = handlers as unknown as Readonly<Record<string, (message: Message, ...more: More) => void>>;
  byType[message.type](message, ...more);
}
