import Long from 'long';
import {
  ScheduledTaskHandler,
  type Client,
  type HazelcastError,
  type IScheduledFuture,
  type Member,
} from 'offloop';

import { echo, fail, put, where } from './tasks.js';

/** What is called, and its arguments, as `ExecutorClient.java` reads them. */
export type Line = readonly [call: string, ...args: string[]];

/** Makes the calls of lines one after the other. @returns what came of each, as the Java program prints it. */
export async function runLines(client: Client, name: string, lines: readonly Line[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const line of lines) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    outcomes.push(await outcomeOf(call(client, name, line)));
  }
  return outcomes;
}

async function outcomeOf(result: Promise<unknown>): Promise<string> {
  try {
    return String(await result);
  } catch (error) {
    return String((error as HazelcastError).details?.['className']);
  }
}

async function call(client: Client, name: string, line: Line): Promise<unknown> {
  if (line[0].startsWith('durable.')) return ofDurable(client, name, line);
  return line[0].startsWith('scheduled.') ? ofScheduled(client, name, line) : ofExecutor(client, name, line);
}

async function ofExecutor(client: Client, name: string, [what, ...args]: Line): Promise<unknown> {
  const executor = await client.getExecutorService(name);
  const [first, second] = args;
  switch (what) {
    case 'submit':
      return executor.submit(taskOf(first));
    case 'run':
      return executor.submit(put(first));
    case 'submitToKeyOwner':
      return executor.submit(taskOf(second), { key: first });
    case 'submitToMember':
      return executor.submit(taskOf(second), { member: memberOf(client, first) });
    case 'submitToAllMembers':
      return onAll(await executor.submitToAllMembers(taskOf(first)));
    case 'isShutdown':
      return executor.isShutdown();
    case 'destroy':
      await executor.destroy();
      return null;
    default:
      throw new TypeError(`no call ${what}`);
  }
}

async function ofDurable(client: Client, name: string, [what, first, second]: Line): Promise<unknown> {
  const durable = await client.getDurableExecutorService(name);
  switch (what) {
    case 'durable.submit':
      return durable.retrieveResult(await durable.submit(taskOf(first)));
    case 'durable.run':
      return durable.retrieveResult(await durable.submit(put(first), { runnable: true }));
    case 'durable.taskId':
      return durable.submit(taskOf(second), { key: first });
    case 'durable.retrieveResult':
      return durable.retrieveResult(Long.fromString(first));
    case 'durable.retrieveAndDisposeResult':
      return durable.retrieveAndDisposeResult(Long.fromString(first));
    case 'durable.isShutdown':
      return durable.isShutdown();
    default:
      throw new TypeError(`no call ${what}`);
  }
}

async function ofScheduled(
  client: Client,
  name: string,
  [what, first, second, third]: Line,
): Promise<unknown> {
  const scheduled = await client.getScheduledExecutorService(name);
  switch (what) {
    case 'scheduled.run':
      return (await scheduled.schedule(put(first), 0, { runnable: true })).get();
    case 'scheduled.schedule':
      return (await scheduled.schedule(taskOf(second), 0, { name: first })).get();
    case 'scheduled.urn':
      return urnOf(await scheduled.schedule(taskOf(second), 0, { name: first }));
    case 'scheduled.urnOnMember': {
      const options = { name: second, member: memberOf(client, first) };
      return urnOf(await scheduled.schedule(taskOf(third), 0, options));
    }
    default:
      break;
  }
  const urn = Buffer.from(first, 'base64').toString();
  const future = scheduled.getScheduledFuture(ScheduledTaskHandler.of(urn));
  switch (what) {
    case 'scheduled.get':
      return future.get();
    case 'scheduled.isDone':
      return future.isDone();
    case 'scheduled.isCancelled':
      return future.isCancelled();
    case 'scheduled.cancel':
      return future.cancel();
    case 'scheduled.totalRuns':
      return (await future.getStats()).totalRuns;
    case 'scheduled.dispose':
      await future.dispose();
      return null;
    default:
      throw new TypeError(`no call ${what}`);
  }
}

/** The name of a task for another line, which has room for no zero. */
function urnOf(future: IScheduledFuture): string {
  return Buffer.from(future.getHandler().toUrn()).toString('base64');
}

function onAll(results: ReadonlyMap<Member, PromiseSettledResult<unknown>>): string {
  const texts = [...results].map(([{ uuid }, result]) => {
    if (result.status === 'rejected') throw result.reason;
    return `${uuid.toString()}=${String(result.value)}`;
  });
  return `{${texts.toSorted().join(', ')}}`;
}

function memberOf(client: Client, uuid: string): Member {
  return client
    .getCluster()
    .getMembers()
    .find((member) => member.uuid.toString() === uuid)!;
}

function taskOf(text: string): object {
  if (text === 'where') return where();
  return text.startsWith('fail:') ? fail(text.slice('fail:'.length), 'why') : echo(text);
}
