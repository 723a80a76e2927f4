import type { Invoker } from '../calls/invoker.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import type { ILogger } from '../logging/logger.js';
import type { ListenerContext } from './listeners/listen.js';

/** What a proxy needs of its client. */
export interface ProxyContext extends ListenerContext {
  readonly invoker: Invoker;
  readonly logger: ILogger;
  /** @param name the proxy's own, which knows what calls on the object have to wait for. */
  destroyProxy(name: ObjectName, serviceName: string): Promise<void>;
}
