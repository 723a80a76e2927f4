import { runAgent } from '@offloop/runtime/thread';

import { DyingAgent } from './dying-agent.mjs';
import { FrameAgent } from './frame-agent.mjs';

// The first thread dies, those that follow it do not.
runAgent((side, port) =>
  side.life === 1 ? new DyingAgent(port, side, 'after') : new FrameAgent(port, side),
);
