import type { Structure } from '../shared/structure.js';

/** Service of reliable topics. Clients store their messages in ring buffers, so only their names exist here. */
export class ReliableTopicService implements Structure {
  readonly serviceName = 'hz:impl:reliableTopicService';

  register(): void {}

  destroy(): void {}
}
