import { expect, it } from 'vitest';
// The built module: it starts the built child, which lies beside it.
import { runChild, type RunRequest } from '../../dist/harness/child.js';

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

/** With `--eval` node runs the text and takes the child's file for an argument of it. */
const pretend = (source: string, timeoutSeconds = 30) =>
  runChild(process.execPath, ['--eval', source], request, timeoutSeconds);

it('hands over the last line that a child prints, and the request on its stdin', async () => {
  const echo = `let text = '';
    process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
      console.log('chatter');
      console.log(JSON.stringify({ node: JSON.parse(text).experiment, maxRssMb: 1, cells: [] }));
    })`;
  await expect(pretend(echo)).resolves.toEqual({ node: 'nothing', maxRssMb: 1, cells: [] });
});

it('fails with what the child wrote to stderr', async () => {
  await expect(runChild(process.execPath, [], request, 30)).rejects.toThrow(
    /nothing, none.*no experiment nothing/s,
  );
});

it('fails when the child says nothing, and when there is no such node', async () => {
  await expect(pretend('0')).rejects.toThrow(/reported nothing/);
  await expect(runChild('/no/such/node', [], request, 30)).rejects.toThrow(/ENOENT/);
});

it('kills a child that hangs', async () => {
  await expect(pretend('setInterval(() => {}, 1000)', 0.5)).rejects.toThrow(/hung/);
});

it('starts the child by way of a command that goes before it', async () => {
  const report = `console.log(JSON.stringify({ node: process.env.CONFINED, maxRssMb: 1, cells: [] }))`;
  const prefix = ['env', 'CONFINED=yes'];
  const child = runChild(process.execPath, ['--eval', report], request, 30, prefix);
  await expect(child).resolves.toMatchObject({ node: 'yes' });
});
