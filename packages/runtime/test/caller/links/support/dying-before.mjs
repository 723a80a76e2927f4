import { runAgent } from '@offloop/runtime/thread';

import { DyingAgent } from './dying-agent.mjs';

runAgent((side, port) => new DyingAgent(port, side, 'before'));
