import type { Fields, MethodSpec } from '../../../wire/method-spec.js';
import * as methods from '../../../wire/methods.js';
import type { Loose } from '../../types/loose.js';
import * as fields from '../arguments.js';

/** A method of a channel that asks the server for something, and gives the caller its answer. */
interface Question {
  readonly spec: MethodSpec;
  /** Has the parameters of the method, but for its last: that says how the answer is waited for, and is another in each API. */
  readonly fields: (...args: Loose[]) => Fields;
  /** What the caller gets; undefined: the answer's fields. */
  readonly result?: (fields: Fields) => unknown;
}

/** Names of these methods. Those that do more with the answer are not among them. */
export type QuestionName =
  Exclude<keyof typeof fields, 'consume' | 'cancel' | 'get'> | 'unbindQueue' | 'unbindExchange';

const questions: Readonly<Record<QuestionName, Question>> = {
  assertQueue: { spec: methods.QueueDeclare, fields: fields.assertQueue },
  checkQueue: { spec: methods.QueueDeclare, fields: fields.checkQueue },
  deleteQueue: { spec: methods.QueueDelete, fields: fields.deleteQueue },
  purgeQueue: { spec: methods.QueuePurge, fields: fields.purgeQueue },
  bindQueue: { spec: methods.QueueBind, fields: fields.bindQueue },
  unbindQueue: { spec: methods.QueueUnbind, fields: fields.bindQueue },
  assertExchange: {
    spec: methods.ExchangeDeclare,
    fields: fields.assertExchange,
    result: ({ exchange }) => ({ exchange }),
  },
  checkExchange: { spec: methods.ExchangeDeclare, fields: fields.checkExchange },
  deleteExchange: { spec: methods.ExchangeDelete, fields: fields.deleteExchange },
  bindExchange: { spec: methods.ExchangeBind, fields: fields.bindExchange },
  unbindExchange: { spec: methods.ExchangeUnbind, fields: fields.bindExchange },
  prefetch: { spec: methods.BasicQos, fields: fields.prefetch },
  recover: { spec: methods.BasicRecover, fields: fields.recover },
};

/** Gives a class of channels these methods. @param ask sends one; `last` is the method's last argument */
export function defineQuestions<Channel>(
  prototype: Channel,
  ask: (channel: Channel, question: Question, given: Fields, last: Loose) => unknown,
): void {
  for (const [name, question] of Object.entries(questions)) {
    const { length } = question.fields;
    const value = function (this: Channel, ...args: unknown[]): unknown {
      return ask(this, question, question.fields(...args.slice(0, length)), args[length]);
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}
