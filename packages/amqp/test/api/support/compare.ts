import * as theirs from 'amqplib';
import * as theirCallbacks from 'amqplib/callback_api';
import { expect, test } from 'vitest';

import * as ourCallbacks from '../../support/ours/callback_api.js';
import * as ours from '../../support/ours/index.js';
import { BROKER_URL, freshName } from '../../support/rabbitmq.js';
import { Log } from './log.js';

/** The promise API, as `amqplib` types it. */
export type Api = typeof theirs;
/** The callback API, as `amqplib` types it. */
export type CallbackApi = typeof theirCallbacks;

/** What a program gets. Its connections are its own to close. */
export interface Bench<A> {
  readonly api: A;
  readonly url: string;
  readonly log: Log;
  /** A queue's or an exchange's name, the same at each call with the same number. */
  readonly name: (number?: number) => string;
}

/** A program of a user's, which notes what it sees. */
export type Program<A> = (bench: Bench<A>) => Promise<void>;

/** What a program has seen of each. */
export interface Seen {
  readonly theirs: readonly unknown[];
  readonly ours: readonly unknown[];
}

/** Runs a program on `amqplib`, and on ours. */
export async function runAll(program: Program<Api>): Promise<Seen> {
  return { theirs: await run(theirs, program), ours: await run(ours as unknown as Api, program) };
}

// oxlint-disable vitest/valid-title -- the titles stand where these are called

/** Declares a test: a program sees the same of `amqplib` and of ours. */
export function alike(name: string, program: Program<Api>): void {
  test(name, async () => {
    const seen = await runAll(program);
    expect(seen.theirs).not.toEqual([]);
    expect(seen.ours).toEqual(seen.theirs);
  });
}

/** Declares the same with callbacks. */
export function alikeWithCallbacks(name: string, program: Program<CallbackApi>): void {
  test(name, async () => {
    const expected = await run(theirCallbacks, program);
    expect(expected).not.toEqual([]);
    expect(await run(ourCallbacks as unknown as CallbackApi, program)).toEqual(expected);
  });
}

async function run<A>(api: A, program: Program<A>): Promise<unknown[]> {
  const log = new Log();
  const names: string[] = [];
  await program({ api, url: BROKER_URL, log, name: (number = 0) => (names[number] ??= freshName()) });
  return log.entries;
}
