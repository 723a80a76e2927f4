import { serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';

import type * as LinkModule from '../../../src/caller/links/link.js';
import { LinkCall, type LinkEnd } from '../../../src/shared/link-messages.js';
import { BuiltModules, type Edit } from '../../support/stepped/built-modules.js';

// A link between its move and the word that all has been told which has come on the loop: what the loop's agent tells and what the thread tells, which
// come by two rings, in every order. The built code, so that mistakes can be planted.

/** What a thread tells, in order. `frame` only when it has been told to read. */
const THREADS = {
  'a thread that reads, then ends': ['frame', 'end'],
  'a thread that ends before it reads': ['end'],
  'a thread that refuses the socket': ['refused'],
  'a thread that dies with what it was sent': ['refused', 'lost'],
  'a thread that dies when it has the socket': ['taken', 'lost'],
  'a thread that ends the link, and dies': ['taken', 'end', 'lost'],
  'a thread that ends the link, and dies before it says that it has it': ['end', 'refused', 'lost'],
  'a link that is destroyed meanwhile': ['destroy', 'end'],
} as const;
type Word = 'frame' | 'end' | 'refused' | 'taken' | 'lost' | 'destroy';

/** What the loop's agent tells, in order. */
const LOOP = ['loop frame 1', 'loop frame 2', 'moved'] as const;

class World {
  readonly told: string[] = [];
  readonly sent: string[] = [];
  left = 0;
  readonly #calls: {
    flags: LinkCall;
    resolve: (value: unknown) => void;
    reject: (error: unknown) => void;
  }[] = [];
  readonly #link: LinkModule.Link<null, never>;

  constructor(edits: readonly Edit[]) {
    const modules = new BuiltModules({}, edits, { 'shared/clock': { nextTick: () => undefined } });
    const { Link, PartsWriter } = modules.load('caller/links/link') as typeof LinkModule;
    modules.checkEdits();
    const ground = (where: string): LinkModule.LinkGround => ({
      isThreaded: where === 'thread',
      send: ({ operation: { flags }, resolve, reject }) => {
        this.#calls.push({ flags, resolve, reject });
        const kind = Object.entries(LinkCall).find(([, value]) => value === flags)![0];
        this.sent.push(`${kind} to the ${where}`);
        if (flags === LinkCall.READ && this.told.at(-1) !== 'loop frame 2') this.sent.push('too early');
      },
      leave: () => void this.left++,
      ask: () => Promise.resolve(null),
      takeArrived: () => undefined,
      diagnose: () => undefined as never,
    });
    this.#link = new Link<null, never>(1, ground('loop'), new PartsWriter(), {
      onFrames: (bytes) => this.told.push(bytes.toString()),
      onEnd: (end: LinkEnd) => this.told.push(`end: ${end.kind}`),
    });
    this.#link.open(
      [],
      () => undefined,
      () => undefined,
    );
    this.#calls.pop()!.resolve(serialize(null));
    this.#link.move(ground('thread'), Buffer.from('moved'), 3, [Buffer.from('waiting')]);
  }

  get reads(): boolean {
    return this.sent.includes('READ to the thread');
  }

  tell(word: Word | (typeof LOOP)[number]): void {
    const link = this.#link;
    const goOn = this.#calls.find(({ flags }) => flags === LinkCall.GO_ON)!;
    switch (word) {
      case 'moved':
        return link.onNews({ link: 1, type: 'moved' });
      case 'end':
        return link.onNews({ link: 1, type: 'end', end: { kind: 'closed' } });
      case 'refused':
        return goOn.reject(new Error('refused'));
      case 'taken':
        return goOn.resolve(undefined);
      case 'lost':
        return link.onLost(new Error('it has died'));
      case 'destroy':
        return link.destroy();
      default:
        return link.onFrames(Buffer.from(word), 0, word.length, false);
    }
  }

  /** What is wrong when all is told. */
  get wrong(): string | undefined {
    const { told } = this;
    const ends = told.filter((each) => each.startsWith('end'));
    if (ends.length !== 1) return `it ends ${ends.length} times`;
    if (told.at(-1) !== ends[0]) return 'something comes behind its end';
    if (told.slice(0, 2).join() !== 'loop frame 1,loop frame 2')
      return 'what has come on the loop does not come first';
    if (this.sent.includes('too early')) return 'it reads too early';
    if (this.left !== 1) return `it leaves ${this.left} times`;
    return undefined;
  }
}

/** Every order of what both tell. @returns what is wrong with the first bad one, and how many there are */
function search(
  thread: readonly Word[],
  edits: readonly Edit[] = [],
): { wrong: string | undefined; orders: number } {
  let orders = 0;
  const from = (order: readonly ('loop' | 'thread')[]): string | undefined => {
    const world = new World(edits);
    const left = { loop: [...LOOP], thread: [...thread] };
    for (const side of order) world.tell(left[side].shift()!);
    const next = (['loop', 'thread'] as const).filter(
      (side) => left[side].length > 0 && (side === 'loop' || left.thread[0] !== 'frame' || world.reads),
    );
    if (next.length === 0) {
      orders++;
      return left.thread.length > 0 ? 'the thread is never told to read' : world.wrong;
    }
    for (const side of next) {
      const wrong = from([...order, side]);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
  return { wrong: from([]), orders };
}

test.each(Object.entries(THREADS))('a link that moves ends once, and in order, with %s', (_, thread) => {
  const { wrong, orders } = search(thread);
  expect(wrong).toBeUndefined();
  expect(orders).toBeGreaterThan(thread[0] === 'frame' ? 0 : 3);
});

const edit = (find: string, replace: string): Edit[] => [{ module: 'caller/links/link', find, replace }];
const ENDS_LATE = 'if (this.#isMoving)\n            this.#lateEnd ??= end;\n        else';

describe('a mistake is found:', () => {
  test.each([
    ['an end is not held back', edit(ENDS_LATE, ''), 'a thread that ends before it reads'],
    [
      'an end that was held back is forgotten',
      edit('else\n            this.#end(this.#lateEnd);', ''),
      'a thread that ends before it reads',
    ],
    [
      'a link that has ended ends again',
      edit('if (this.#hasEnded)\n            return;\n        if (this.#isMoving)', 'if (this.#isMoving)'),
      'a thread that ends the link, and dies before it says that it has it',
    ],
    [
      'the thread is told to read at once',
      edit('this.#call(GO_ON,', 'this.#call(READ, [], ignore, ignore); this.#call(GO_ON,'),
      'a thread that reads, then ends',
    ],
    [
      'the thread is never told to read',
      edit('this.#call(READ, [], ignore, ignore);', ';'),
      'a thread that reads, then ends',
    ],
    [
      'nobody hears that the thread has refused',
      edit("this.#endInOrder({ kind: 'lost', failure: failureOf(error) });", ''),
      'a thread that refuses the socket',
    ],
    [
      'a link that is moving does not hear of the death of the thread',
      edit(
        'if (this.#opened === undefined || this.#hasEnded)',
        'if (this.#opened === undefined || this.#hasEnded || this.#isMoving)',
      ),
      'a thread that dies when it has the socket',
    ],
  ] as const)('%s', (_, edits, thread) => {
    expect(search(THREADS[thread], edits).wrong).toBeDefined();
  });
});

test('what is sent to the thread is the move, then what waited, then what is written or ends it', () => {
  const world = new World([]);
  world.tell('destroy');
  expect(world.sent.slice(1)).toEqual([
    'GO_ON to the thread',
    'WRITE to the thread',
    'DESTROY to the thread',
  ]);
});
