import type { LoadBalancer } from '../cluster/load-balancer.js';

/** How calls that any member can answer are spread over the members. */
export const LoadBalancerType = {
  /** Each time to a random one. */
  RANDOM: 'RANDOM',
  /** To each in turn. */
  ROUND_ROBIN: 'ROUND_ROBIN',
} as const;
export type LoadBalancerType = (typeof LoadBalancerType)[keyof typeof LoadBalancerType];

/** `loadBalancer`. Without effect where `network.smartRouting` is false. */
export interface LoadBalancerConfig {
  /** Default `ROUND_ROBIN`. */
  type?: LoadBalancerType;
  /** One of the application's own, on the caller's thread; then `type` counts only where it has no answer. Default none. */
  customLoadBalancer?: LoadBalancer;
}
