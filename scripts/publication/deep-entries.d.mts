export function deepEntries(library: object, types: string): Record<string, string>;
