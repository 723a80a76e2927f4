import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';

import { ChannelModel } from '../../src/client/promise/channel-model.js';
import { BasicQosOk } from '../../src/wire/methods.js';
import { openFake, type FakeLink } from './support/fake-link.js';

async function opened(
  early?: (link: FakeLink) => void,
): Promise<{ link: FakeLink; model: ChannelModel; seen: unknown[] }> {
  const { link, session } = await openFake(early);
  const model = new ChannelModel(session);
  const seen: unknown[] = [];
  for (const [name, emitter] of [
    ['model', model],
    ['raw', model.connection],
  ] as const)
    for (const event of ['error', 'close', 'blocked', 'unblocked', 'update-secret-ok'])
      emitter.on(event, (value?: Error | string) =>
        seen.push(`${name} ${event} ${value instanceof Error ? value.message : value}`),
      );
  return { link, model, seen };
}

const LOST = { kind: 'lost', failure: { message: 'gone', code: 'ECONNRESET' } } as const;

describe('a connection', () => {
  test('tells the model first, then its own listeners', async () => {
    const { link, model, seen } = await opened();
    link.block('memory');
    expect(model.connection.blocked).toBe(true);
    link.unblock();
    expect(model.connection.blocked).toBe(false);
    link.ended(LOST);
    expect(seen).toEqual([
      'model blocked memory',
      'raw blocked memory',
      'model unblocked undefined',
      'raw unblocked undefined',
      'model error gone',
      'raw error gone',
      'model close gone',
      'raw close gone',
    ]);
  });

  test('that is blocked closes without a word to the server', async () => {
    const { link, model, seen } = await opened();
    link.block('disk');
    await model.close();
    expect(link.end).toBe('destroyed');
    link.ended({ kind: 'closed' });
    expect(seen.slice(2)).toEqual(['model close undefined', 'raw close undefined']);
  });

  test('that is lost while it closes says so to who waits', async () => {
    const { link, model } = await opened();
    const closing = model.close();
    expect(link.end).toBe('closed: 200 Cheers, thanks');
    link.ended(LOST);
    await expect(closing).rejects.toMatchObject({ message: 'gone', code: 'ECONNRESET' });
    await expect(model.close()).rejects.toThrow('Connection closed (Error: gone)');
  });

  test('that has ended before anyone could listen tells it when one can', async () => {
    const { model, seen } = await opened((link) => link.ended(LOST));
    await new Promise((resolve) => model.on('close', resolve));
    expect(seen).toEqual(['model error gone', 'raw error gone', 'model close gone', 'raw close gone']);
  });

  test('updates its secret', async () => {
    const { link, model, seen } = await opened();
    const updating = model.updateSecret(Buffer.from('s'), 'why');
    link.secretUpdated();
    await updating;
    expect(seen).toEqual(['model update-secret-ok undefined', 'raw update-secret-ok undefined']);
    const lost = model.updateSecret(Buffer.from('s'), 'why');
    link.ended(LOST);
    await expect(lost).rejects.toThrow('gone');
  });

  test('ends for a method of a channel that there is not', async () => {
    const { link, model, seen } = await opened();
    link.come(5, BasicQosOk);
    expect(seen).toEqual([
      'model error Frame on unknown channel: <BasicQosOk channel:5>',
      'raw error Frame on unknown channel: <BasicQosOk channel:5>',
    ]);
    expect(link.end).toBe('closed: 504 Frame on unknown channel 5');
    const closed = once(model, 'close');
    link.ended({ kind: 'closed' });
    expect(await closed).toEqual([undefined]);
  });

  test('without a listener of error has the process know, and is closed all the same', async () => {
    const { link, session } = await openFake();
    const model = new ChannelModel(session);
    const closed = vi.fn<() => void>();
    model.on('close', closed);
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
    link.ended(LOST);
    expect(await thrown).toMatchObject({ message: 'gone' });
    for (const listener of listeners) process.on('uncaughtException', listener);
    expect(closed).toHaveBeenCalledOnce();
  });

  test('gives its figures', async () => {
    const { model } = await opened();
    void model.createChannel();
    const { floor: _, ...figures } = model.connection.stats();
    expect(figures).toEqual({ channels: 1, published: 0, received: 0, writtenBytes: 13, waitingBytes: 13 });
  });
});
