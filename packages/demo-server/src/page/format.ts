/** Formats a number with the digits that matter, about three: 0.12, 4.56, 78.9, 1,235. */
export function number(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

export function milliseconds(value: number): string {
  return value >= 1_000 ? `${number(value / 1_000)} s` : `${number(value)} ms`;
}

export function percent(share: number): string {
  return `${number(share * 100)} %`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
