import * as theirs from 'amqplib';
import * as theirCallbacks from 'amqplib/callback_api';
import { expect } from 'vitest';

import * as ourCallbacks from '../../../src/callback_api.js';
import * as ours from '../../../src/index.js';
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
  name(number?: number): string;
}

/** A program of a user's, which notes what it sees. */
export type Program<A> = (bench: Bench<A>) => Promise<void>;

/** Runs a program on `amqplib` and on both kinds of our connections, and expects that it sees the same. */
export async function compare(program: Program<Api>): Promise<readonly unknown[]> {
  const expected = await run(theirs, program);
  expect(await run(ours as unknown as Api, program)).toEqual(expected);
  expect(await run(onLoop(ours as unknown as Api), program)).toEqual(expected);
  return expected;
}

/** The same with callbacks. */
export async function compareCallbacks(program: Program<CallbackApi>): Promise<readonly unknown[]> {
  const expected = await run(theirCallbacks, program);
  expect(await run(ourCallbacks as unknown as CallbackApi, program)).toEqual(expected);
  return expected;
}

async function run<A>(api: A, program: Program<A>): Promise<unknown[]> {
  const log = new Log();
  const names: string[] = [];
  await program({ api, url: BROKER_URL, log, name: (number = 0) => (names[number] ??= freshName()) });
  return log.entries;
}

/** With connections on the loop of the test. */
function onLoop(api: Api): Api {
  const connect = (url: string, options: object = {}): unknown =>
    api.connect(url, { ...options, threaded: false } as object);
  return { ...api, connect } as unknown as Api;
}
