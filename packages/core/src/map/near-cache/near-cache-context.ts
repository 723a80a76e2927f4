import type { ToWorker } from '@offloop/contract';
import type { Invoker } from '../../calls/invoker.js';
import type { ILogger } from '../../logging/logger.js';
import type { RegistrationContext } from '../../objects/listeners/listen.js';

export interface NearCacheContext extends RegistrationContext {
  readonly invoker: Pick<Invoker, 'partitionCount'>;
  readonly logger: ILogger;
  readonly tell: (message: ToWorker) => void;
  /** Milliseconds between two statistics for Management Center; 0: there are none. */
  readonly statisticsPeriodMillis: number;
  /** True if a change may be sent again although it was carried out. */
  readonly redoOperation: boolean;
}
