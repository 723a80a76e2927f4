/** Bytes that one step of the counts below stands for: as int32 that wrap they tell apart 2 TiB. */
const UNIT_BYTES = 1024;

/** Converts bytes of spilled buffers to the units, 1,024 bytes rounded up, in which both sides count them. */
export function spillUnits(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES);
}

/** Converts units to the most bytes that they may stand for. */
export function spilledBytes(units: number): number {
  return units * UNIT_BYTES;
}
