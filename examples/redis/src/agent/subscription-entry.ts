import { runAgent, type ThreadSide } from '@offloop/runtime/thread';
import { SubscriptionAgent } from './subscription-agent.js';

runAgent((side: ThreadSide, port) => new SubscriptionAgent(port, side));
