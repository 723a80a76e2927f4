export const FILES: Readonly<Record<string, readonly string[]>>;
export const MEMBERS: Readonly<Record<string, 'Aggregators' | 'Fields' | 'Predicates'>>;
export const RENAMED: Readonly<Record<string, string>>;
export const FOLDERS: readonly string[];
