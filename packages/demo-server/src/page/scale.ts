export interface Scale {
  /** 0 at the bottom to 1 at the top; values outside are put at the edge. */
  readonly place: (value: number) => number;
  /** Values worth a line, rising. */
  readonly ticks: readonly number[];
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** A scale from 0 to a round number at or above `most`, with about four ticks. */
export function linearScale(most: number): Scale {
  const reach = most > 0 ? most : 1;
  const step = niceStep(reach / 4);
  const top = Math.ceil(reach / step) * step;
  const count = Math.round(top / step);
  return {
    place: (value) => clamp(value / top),
    ticks: Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12))),
  };
}

/** Powers of ten from `least` to at least `most`: what differs a hundredfold can be seen together. */
export function logScale(least: number, most: number): Scale {
  const bottom = Math.floor(Math.log10(least));
  const top = Math.max(bottom + 1, Math.ceil(Math.log10(Math.max(most, least))));
  return {
    place: (value) => (value <= 0 ? 0 : clamp((Math.log10(value) - bottom) / (top - bottom))),
    ticks: Array.from({ length: top - bottom + 1 }, (_, index) =>
      Number((10 ** (bottom + index)).toPrecision(12)),
    ),
  };
}

/** The smallest of 1, 2, 5 times a power of ten that is not below `value`. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((each) => each * power >= value * 0.999_999) ?? 10;
  return factor * power;
}
