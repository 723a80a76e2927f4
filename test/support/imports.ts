export interface Import {
  readonly specifier: string;
  /** `export * from`, which would let one layer re-export another unseen. */
  readonly star: boolean;
  /** Nothing but types is taken: the import is gone at run time. */
  readonly typeOnly: boolean;
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const IMPORT =
  /\b(?:import|export)\b([^;'"()]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** The modules that a source text imports, re-exports, or loads by a literal name. */
export function importsOf(source: string): Import[] {
  const code = source.replace(COMMENT, '');
  return Array.from(code.matchAll(IMPORT), ([, clause, from, bare]) => ({
    specifier: from ?? bare ?? '',
    star: clause !== undefined && /^\s*(type\s*)?\*\s*$/.test(clause),
    typeOnly: clause !== undefined && isTypeOnly(clause.trim()),
  }));
}

/** `type A`, `type { A }`, `{ type A, type B }`; a default import that is called `type` is none of them. */
function isTypeOnly(clause: string): boolean {
  if (/^type\s*[{*]|^type\s+(?!,)\w/.test(clause)) return true;
  const named = /^\{([^}]*)\}$/.exec(clause)?.[1];
  if (named === undefined) return false;
  const names = named.split(',').filter((name) => name.trim() !== '');
  return names.length > 0 && names.every((name) => /^\s*type\s+\w/.test(name));
}

/** `@scope/name/sub` → `@scope/name`; undefined for relative files and Node's own modules. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
