import { createRequire } from 'node:module';

import { TimeLimit } from '../client/support/time-limit.js';
import type { OfficialClient } from '../cluster/support/official.js';

/** Asks a member for its jobs, with the text of the query of each that is SQL. */
const GET_JOBS = 0xfe_0f_00;

interface Frame {
  readonly content: Buffer;
}

interface Message {
  addFrame(frame: Frame): void;
  setMessageType(type: number): void;
  setPartitionId(id: number): void;
  nextFrame(): Frame;
  hasNextFrame(): boolean;
}

// Its types do not tell of them.
const {
  ClientMessage,
  Frame: FrameClass,
  PARTITION_ID_OFFSET,
} = createRequire(import.meta.url)('hazelcast-client/lib/protocol/ClientMessage.js') as {
  readonly ClientMessage: { createForEncode(): Message };
  readonly Frame: { createInitialFrame(size: number): Frame };
  readonly PARTITION_ID_OFFSET: number;
};

/** Whether the member works on a query whose text has this in it. */
export async function isOpen(client: OfficialClient, mark: string): Promise<boolean> {
  const request = ClientMessage.createForEncode();
  request.addFrame(FrameClass.createInitialFrame(PARTITION_ID_OFFSET + 4));
  request.setMessageType(GET_JOBS);
  request.setPartitionId(-1);
  const { invocationService } = client as unknown as {
    readonly invocationService: {
      invokeOnRandomTarget(message: Message, decode: (answer: Message) => Buffer): Promise<Buffer>;
    };
  };
  const answer = await invocationService.invokeOnRandomTarget(request, (message) => {
    const frames: Buffer[] = [];
    while (message.hasNextFrame()) frames.push(message.nextFrame().content);
    return Buffer.concat(frames);
  });
  return answer.includes(mark);
}

/** Asks until some member works on the query, or none does any more. */
export async function untilOpen(
  clients: readonly OfficialClient[],
  mark: string,
  expected: boolean,
): Promise<void> {
  const limit = new TimeLimit(`the query to be ${expected ? 'open' : 'closed'}`);
  const open = async (): Promise<boolean> =>
    (await Promise.all(clients.map((client) => isOpen(client, mark)))).includes(true);
  while ((await open()) !== expected) limit.check();
}
