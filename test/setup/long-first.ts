import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, by the ends of their paths. Begun last, one of them would run alone when all others have ended. */
const LONG = [
  'simulation/test/lives.test.ts',
  'test/loop-guard.test.ts',
  'tape/tape.test.ts',
  'threads/many-clients.member.test.ts',
  'demo-server/test/ending.member.test.ts',
  'client/storms.member.test.ts',
  'demo-server/test/demo.member.test.ts',
  'topology/programs.rabbitmq.test.ts',
  'api/random.rabbitmq.test.ts',
  'outages/losses.rabbitmq.test.ts',
  'chaos/test/chaos.cluster.test.ts',
  'cp/cp-subsystem.cluster.test.ts',
  'transactions/killed.cluster.test.ts',
  'cluster/million.cluster.test.ts',
  'map-more/map-more.cluster.test.ts',
  'map/near-cache-distorted.cluster.test.ts',
  'page/headline.browser.test.ts',
  'page/looks.browser.test.ts',
];

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((end) => moduleId.endsWith(end));

/** Where vitest has not seen yet how long files take, it begins with the largest. */
export class LongFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}
