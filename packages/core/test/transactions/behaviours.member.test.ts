import { embeddedMember } from '../client/support/embedded-member.js';
import { testBehaviours } from './support/behaviours.js';

const member = await embeddedMember();

testBehaviours(() => member.address);
