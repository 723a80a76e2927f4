import { FloorErrorCode, type FloorError } from '@offloop/runtime';
import { encodeRequest, messages } from '@offloop/wire';
import type { CallOptions } from 'offloop';
import {
  CompletionReader,
  encodeByTable,
  Transactions,
  type DataDecoder,
  type ObjectName,
  type TransactionParts,
} from 'offloop/internal';
import { encodeKey, withOwnFields } from '../exchange/data.js';
import { ACCOUNTS, LOG, NEAR_MAP } from '../exchange/names.js';
import { CallKind, NO_KEY, type Call } from '../journal/journal.js';
import { GivenUp, type Attempt, type TransactionOracle } from '../oracle/transaction-oracle.js';
import type { TransactionPlan } from '../plan/plan.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';
import type { OwnCall } from './calling.js';
import { OPERATIONS, RemoteError } from './protocol.js';
import { SERIALIZATION, type SimulatedClient } from './simulated-client.js';

type Task = Parameters<Transactions['run']>[0];
type Context = Parameters<Task>[0];

/** An operation of core, as far as its calls are made here. */
interface CoreOperation {
  readonly spec: Parameters<typeof encodeByTable>[0];
  readonly flags: number;
  readonly decodeFrames:
    ((bytes: Buffer, start: number, end: number, decoder: DataDecoder) => unknown) | undefined;
}

type Fields = Parameters<typeof encodeByTable>[2];

/** Milliseconds that a transaction may take: some wait for locks in vain, others for ever. */
const TIMEOUTS = [300, 3000, 120_000];
/** Milliseconds between two steps of an application that thinks. */
const LONGEST_THOUGHT = 200;

/** What transactions need of the application. */
export interface TransactionCaller {
  readonly client: SimulatedClient;
  readonly loop: EventLoop;
  make(kind: CallKind, timeout: number | undefined, own: OwnCall): Call;
  /** Reads a key of the map with the near cache. */
  readNear(key: number): void;
  /** Runs it on the caller's thread, unless the application has ended. */
  later(millis: number, run: () => void): void;
}

/** The application's transactions, in flows of their own, and its reads beside them. */
export class Transacting {
  readonly #world: World;
  readonly #plan: TransactionPlan;
  readonly #oracle: TransactionOracle;
  readonly #caller: TransactionCaller;
  readonly #reader: CompletionReader;
  /** Transactions that are under way. */
  open = 0;

  constructor(world: World, plan: TransactionPlan, oracle: TransactionOracle, caller: TransactionCaller) {
    this.#world = world;
    this.#plan = plan;
    this.#oracle = oracle;
    this.#caller = caller;
    this.#reader = new CompletionReader(caller.client.decoder, SERIALIZATION);
    for (let flow = 0; flow < plan.flows; flow++) this.#next(() => void this.#transact());
    this.#next(() => this.#look());
  }

  #next(run: () => void): void {
    this.#caller.later(this.#world.random.skewed(0.01, 300), run);
  }

  async #transact(): Promise<void> {
    const { random, time } = this.#world;
    const timeoutMillis = random.pick(TIMEOUTS);
    const attempt = this.#oracle.begin(timeoutMillis, time);
    const nearKey = this.#someNearKey();
    this.open++;
    let failure: unknown;
    try {
      const work = (context: Context): Promise<void> => this.#work(attempt, context, nearKey);
      await this.#transactionsOf(attempt).run(work, { timeoutMillis });
    } catch (error) {
      failure = error;
    }
    this.open--;
    this.#oracle.onEnd(attempt, failure, this.#world.time);
    if (nearKey !== undefined) this.#caller.readNear(nearKey);
    this.#next(() => void this.#transact());
  }

  /**
   * Changes some accounts, and a key that has a near cache, puts a line into the log, takes one out. Some changes are left to the commit to
   * wait for.
   */
  async #work(attempt: Attempt, context: Context, nearKey: number | undefined): Promise<void> {
    const { random } = this.#world;
    const accounts = context.getMap<number, number>(ACCOUNTS);
    const log = context.getQueue<number>(LOG);
    const failures: unknown[] = [];
    const change = async (made: Promise<unknown>): Promise<void> => {
      attempt.asked++;
      if (random.chance(this.#plan.hasty)) made.catch((error: unknown) => failures.push(error));
      else await made;
    };
    if (nearKey !== undefined) {
      await change(context.getMap<number, number>(NEAR_MAP).set(nearKey, attempt.number));
      // It sees the value of before, which the near cache then has until the commit.
      this.#caller.readNear(nearKey);
    }
    for (const account of this.#someAccounts()) {
      this.#oracle.onRead(account, await accounts.getForUpdate(account));
      if (random.chance(0.3)) await this.#think();
      await change(accounts.set(account, attempt.number));
    }
    if (random.chance(0.5)) await change(log.offer(attempt.number));
    if (random.chance(0.5)) await log.poll();
    if (random.chance(0.2)) throw new GivenUp();
    // What fails later the commit has to notice.
    await this.#turn();
    if (failures.length > 0) throw failures[0];
  }

  #someAccounts(): number[] {
    const { random } = this.#world;
    const all = Array.from({ length: this.#plan.accounts }, (_, account) => account);
    return random.shuffle(all).slice(0, random.between(1, 4));
  }

  /** The key of the map with the near cache that a transaction is to change; undefined: none. */
  #someNearKey(): number | undefined {
    const { random } = this.#world;
    const { nearKeys } = this.#plan;
    return nearKeys > 0 && random.chance(0.4) ? random.below(nearKeys) : undefined;
  }

  #think(): Promise<void> {
    return new Promise((resolve) => {
      this.#world.after(
        this.#world.random.skewed(0.1, LONGEST_THOUGHT),
        () => void this.#turn().then(resolve),
      );
    });
  }

  /** Resolves in another turn of the caller's loop. */
  #turn(): Promise<void> {
    return new Promise((resolve) => this.#caller.loop.addInput(this, resolve));
  }

  /** Reads an account beside all transactions. */
  #look(): void {
    const account = this.#world.random.below(this.#plan.accounts);
    const key = encodeKey(account);
    const call = this.#caller.make(CallKind.LOOK, undefined, {
      operation: OPERATIONS.look,
      encode: (id) =>
        withOwnFields(encodeRequest(messages.replicatedMap.get, { name: ACCOUNTS, key }), id, NO_KEY),
      onEnd: (error, value) => {
        if (error === undefined) this.#oracle.onLooked(call, account, value as number | null);
        this.#next(() => this.#look());
      },
    });
    this.#oracle.onLook(call, account);
  }

  /** The client's transactions, of which the calls are the simulation's. */
  #transactionsOf(attempt: Attempt): Transactions {
    const { shards, nearCaches } = this.#caller.client;
    const closed = (): Error => this.#reader.makeError(FloorErrorCode.CLOSED, 'the client is shut down');
    const invoker = {
      checkActive: () => undefined,
      checkReady: () => {
        if (shards.isStopped) throw closed();
      },
      refuse: (refusal: Error) => Promise.reject(refusal),
      invoke: (operation: CoreOperation, name: ObjectName, fields: Fields) =>
        this.#call(attempt, operation, name, fields),
      invokeOnConnection: (
        operation: CoreOperation,
        name: ObjectName,
        target: number,
        fields: Fields,
        options?: CallOptions,
      ) => this.#call(attempt, operation, name, fields, target, options?.timeout),
    };
    return new Transactions({
      // It has what transactions call.
      invoker: invoker as unknown as TransactionParts['invoker'],
      serialization: SERIALIZATION,
      logger: this.#caller.client.logger,
      responseTimeoutMillis: this.#plan.responseTimeout ?? null,
      epoch: () => shards.epochOf(shards.ofConnections),
      nearCaches,
    });
  }

  #call(
    attempt: Attempt,
    { spec, flags, decodeFrames: decode }: CoreOperation,
    name: ObjectName,
    fields: Fields,
    target?: number,
    timeout?: number,
  ): Promise<unknown> {
    const { decoder } = this.#caller.client;
    const request = encodeByTable(spec, name.text, fields, SERIALIZATION);
    const isPatient = spec.waits === true || spec.acquires === true;
    return new Promise((resolve, reject) => {
      const call = this.#caller.make(
        CallKind.TRANSACTION,
        timeout ?? (isPatient ? undefined : this.#plan.responseTimeout),
        {
          operation: {
            kind: CallKind.TRANSACTION,
            flags,
            decode: decode && ((bytes, start, end) => decode(bytes, start, end, decoder)),
          },
          encode: (id) => withOwnFields(request, id, NO_KEY),
          target,
          onEnd: (error, result) => {
            if (error === undefined) resolve(result);
            else reject(this.#errorOf(error));
          },
        },
      );
      this.#oracle.onMade(attempt, call);
    });
  }

  /** The error as the client would have made it. */
  #errorOf(error: unknown): Error {
    if (error instanceof RemoteError) return this.#reader.readError(error.wire);
    const { code, message, details } = error as FloorError;
    return this.#reader.makeError(code, message, { details });
  }
}
