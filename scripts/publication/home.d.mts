export const HOME: string;
export function sourceAddress(path: string): string;
