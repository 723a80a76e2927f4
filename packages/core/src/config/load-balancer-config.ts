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
}
