import { runAgent } from '@offloop/runtime/thread';

import { FrameAgent } from './frame-agent.mjs';

runAgent((side, port) => new FrameAgent(port, side));
