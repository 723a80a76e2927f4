import type { Invoker } from '../calls/invoker.js';
import type { ListenerContext } from './listeners/listen.js';

/** What a proxy needs of its client. */
export interface ProxyContext extends ListenerContext {
  readonly invoker: Invoker;
  destroyProxy(name: string, serviceName: string): Promise<void>;
}
