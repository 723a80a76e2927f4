import type { Structure } from '../shared/structure.js';

/** Reliable topics: clients keep their messages in ring buffers, so that here is nothing but their names. */
export class ReliableTopicService implements Structure {
  readonly serviceName = 'hz:impl:reliableTopicService';

  register(): void {}

  destroy(): void {}
}
