import type { Mutation } from './mutation.js';

const TRANSACTION = 'core/dist/transactions/transaction.js';

/** Mistakes of transactions. */
export const TRANSACTION_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a commit goes by any connection',
    area: 'transactions',
    file: TRANSACTION,
    from: 'commit: operation(own.commit, RequestFlag.CONNECTION),',
    to: 'commit: operation(own.commit),',
  },
  {
    name: 'a call whose connection is lost goes by another',
    area: 'transactions',
    file: 'workers/dist/invocations/dispatcher.js',
    from: 'return connections.open(this.#table.target[slot]);',
    to: 'return connections.open(this.#table.target[slot]) ?? connections.any();',
  },
  {
    name: 'a call of a transaction is sent again, as redoOperation says',
    area: 'transactions',
    file: 'workers/dist/invocations/retries.js',
    from: 'if ((flags & SENT_ONCE) !== 0)',
    to: 'if (false)',
  },
  {
    name: 'a commit is tried again where its answer was lost',
    area: 'transactions',
    file: TRANSACTION,
    from: 'throw await this.#afterCommit(error);',
    to: 'if (isLost(error) && !isUnsent(error)) return this.commit(); throw await this.#afterCommit(error);',
  },
  {
    name: 'a function that throws leaves its transaction open',
    area: 'transactions',
    file: 'core/dist/transactions/transactions.js',
    from: 'await context[Symbol.asyncDispose]();',
    to: '',
  },
  {
    name: 'a call that is given up leaves its transaction open',
    area: 'transactions',
    file: TRANSACTION,
    from: 'void this.#sendRollback();',
    to: '',
  },
  {
    name: 'a rollback that the limits do not admit is left',
    area: 'transactions',
    file: TRANSACTION,
    from: 'error instanceof BackpressureError && monotonicNow() < this.#deadline',
    to: 'false',
  },
  {
    name: 'two calls of a transaction are made at once',
    area: 'transactions',
    file: 'core/dist/transactions/call-line.js',
    from: 'this.isFree ? call() : this.#last.then(call)',
    to: 'call()',
  },
  {
    name: 'a commit does not wait for the calls before it',
    area: 'transactions',
    file: TRANSACTION,
    from: 'const failure = await this.#line.drained();',
    to: 'const failure = undefined;',
  },
  {
    name: 'a commit makes what is left where a call before it has failed',
    area: 'transactions',
    file: TRANSACTION,
    from: 'if (failure !== undefined) {',
    to: 'if (false) {',
  },
  {
    name: 'a commit without an answer is said not to be made',
    area: 'transactions',
    file: TRANSACTION,
    from: 'return isUnsent(error) ? this.refusal : inDoubt(error);',
    to: 'return this.refusal;',
  },
  {
    name: 'a commit that is lost with its connection or its member is told as done',
    area: 'transactions',
    file: TRANSACTION,
    from: 'throw await this.#afterCommit(error);',
    to: 'if (!isLost(error) || isUnsent(error)) throw await this.#afterCommit(error); this.#isOver = true;',
  },
  {
    name: 'the near cache keeps what a commit has replaced',
    area: 'transactions',
    file: TRANSACTION,
    from: 'this.#dropChanges();',
    to: '',
  },
];
