import { runAgent, type ThreadSide } from '@offloop/runtime/thread';
import { AmqpAgent } from './agent.js';

runAgent((side: ThreadSide, port) => new AmqpAgent(port, side));
