import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMember, type Member } from '@offloop/member';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const LONGEST_RUN = 30_000;
const ERROR = 2;
/** The protocol's number of an exception after which any call is sent again. */
const RETRYABLE_HAZELCAST = 46;

const run = promisify(execFile);

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
});
afterAll(() => member.stop());
afterEach(() => member.faults.clear());

/** Runs the program with the real SDK in a process of its own. Resolves to the spans that it prints. */
async function spansOfProgram(): Promise<Span[]> {
  const args = ['--import', './setup.mjs', 'checkout.mjs', member.address];
  const { stdout, stderr } = await run(process.execPath, args, { cwd: FOLDER, timeout: LONGEST_RUN });
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Span);
}

/** Returns the names of the spans right below the one of this name, in the order in which they ended. */
function below(spans: readonly Span[], name: string): string[] {
  const parent = spans.find((span) => span.name === name)!;
  const children = spans.filter((span) => span.parent === parent.spanId);
  expect(children.every(({ traceId }) => traceId === parent.traceId)).toBe(true);
  return children.map((span) => span.name);
}

test('each call is a span below the one it was made in, also among others and after a pause', async () => {
  const spans = await spansOfProgram();
  expect(below(spans, 'checkout Ada')).toEqual(['map.get prices', 'map.get prices', 'queue.offer orders']);
  expect(below(spans, 'checkout Bob')).toEqual(['map.get prices', 'queue.offer orders']);
  // Calls outside of any span, `putAll` here, have none.
  expect(spans.filter(({ parent }) => parent === undefined).map(({ name }) => name)).toEqual([
    'checkout Ada',
    'checkout Bob',
    'a call that is given up',
  ]);
  const get = spans.find(({ name }) => name === 'map.get prices')!;
  const [host, port] = member.address.split(':');
  expect(get.attributes).toMatchObject({
    'db.system.name': 'hazelcast',
    'db.operation.name': 'map.get',
    'db.collection.name': 'prices',
    'server.address': host,
    'server.port': Number(port),
    'hazelcast.partition': expect.any(Number),
  });
});

test('what failed says so, and what was retried why', async () => {
  member.faults.add({
    message: 'map.get',
    times: 1,
    action: { kind: 'error', code: RETRYABLE_HAZELCAST, className: 'test.E', message: 'again' },
  });
  const spans = await spansOfProgram();
  const failed = spans.filter(({ attributes }) => 'error.type' in attributes);
  expect(failed).toMatchObject([
    {
      name: 'map.get prices',
      attributes: { 'error.type': 'ERR_OFFLOOP_CANCELLATION' },
      status: { code: ERROR, message: 'the call was aborted' },
    },
  ]);
  expect(below(spans, 'a call that is given up')).toEqual(['map.get prices']);
  expect(spans.flatMap(({ events }) => events)).toEqual([
    { name: 'retry', 'hazelcast.attempt': 1, 'hazelcast.reason': 'test.E: again' },
  ]);
});
