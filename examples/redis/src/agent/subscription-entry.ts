import { runAgent } from '@offloop/runtime/thread';
import { SubscriptionAgent } from './subscription-agent.js';

runAgent((_settings, port) => new SubscriptionAgent(port));
