import { expect, it } from 'vitest';
// The built module: it starts the built child, which lies beside it.
import { runChild, type ChildRun, type RunRequest } from '../../dist/harness/child.js';

const request: RunRequest = {
  experiment: 'nothing',
  context: {
    approach: 'none',
    cells: [],
    timing: { processWarmup: 0, cellWarmup: 0, window: 1 },
    seed: 1,
    cluster: null,
  },
};

/** Runs a child that is a text: `node --eval` takes the child's command line for arguments of it. */
const pretend = (source: string, more: Partial<ChildRun> = {}) =>
  runChild({
    node: process.execPath,
    prefix: [process.execPath, '--eval', source, '--'],
    request,
    timeoutSeconds: 30,
    ...more,
  });

it('hands over what a child reports, and the request as its argument', async () => {
  const echo = `const { experiment } = JSON.parse(process.argv.at(-1));
    console.log('chatter');
    process.send({ type: 'report', report: { node: experiment, maxRssMb: 1, cells: [] } });`;
  await expect(pretend(echo)).resolves.toEqual({ node: 'nothing', maxRssMb: 1, cells: [] });
});

it('tells which cell is begun', async () => {
  const begun: string[] = [];
  const source = `process.send({ type: 'cell', cell: 'one' });
    process.send({ type: 'report', report: { node: '', maxRssMb: 1, cells: [] } });`;
  await pretend(source, { onCell: (cell) => void begun.push(cell) });
  expect(begun).toEqual(['one']);
});

it('fails with what the child wrote to stderr', async () => {
  await expect(runChild({ node: process.execPath, request, timeoutSeconds: 30 })).rejects.toThrow(
    /nothing, none.*no experiment nothing/s,
  );
});

it('fails when the child says nothing, and when there is no such node', async () => {
  await expect(pretend('0')).rejects.toThrow(/ended with 0/);
  await expect(runChild({ node: '/no/such/node', request, timeoutSeconds: 30 })).rejects.toThrow(/ENOENT/);
});

it('kills a child that hangs', async () => {
  await expect(pretend('setInterval(() => {}, 1000)', { timeoutSeconds: 0.5 })).rejects.toThrow(/hung/);
});

it('starts the child by way of a command that goes before it', async () => {
  const report = `process.send({ type: 'report', report: { node: process.env.CONFINED, maxRssMb: 1, cells: [] } })`;
  const prefix = ['env', 'CONFINED=yes', process.execPath, '--eval', report, '--'];
  await expect(pretend('', { prefix })).resolves.toMatchObject({ node: 'yes' });
});
