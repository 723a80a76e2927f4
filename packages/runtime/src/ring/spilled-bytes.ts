/** Bytes that one step of the counts below stands for: as int32 that wrap they tell apart 2 TiB. */
const UNIT_BYTES = 1024;

/** What buffers of so many bytes in all count for: both sides count them by this. */
export function spillUnits(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES);
}

/** Most bytes that count for so many units. */
export function spilledBytes(units: number): number {
  return units * UNIT_BYTES;
}
