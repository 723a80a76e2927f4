import { patternSyntax } from '../calls/errors.js';

/** What `LIKE` means: `%` is any text, `_` any character, and a backslash takes their meaning away. */
export function likePattern(pattern: string, ignoresCase: boolean): RegExp {
  const source = pattern.replace(
    /\\([\\%_])|[%_]|[.*+?^${}()|[\]\\/]/g,
    (met, escaped: string | undefined) => {
      if (escaped !== undefined) return escaped === '\\' ? '\\\\' : escaped;
      if (met === '%') return '.*';
      if (met === '_') return '.';
      return `\\${met}`;
    },
  );
  return new RegExp(`^(?:${source})$`, ignoresCase ? 'isu' : 'su');
}

/** A regular expression of Java's for the whole text, as far as JavaScript knows what it says. Throws MemberError. */
export function javaPattern(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    throw patternSyntax();
  }
}
