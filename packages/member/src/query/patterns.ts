import { patternSyntax } from '../calls/errors.js';

/**
 * Returns the regular expression of a `LIKE` pattern: `%` is any text, `_` any character, and a backslash makes the next
 * character literal.
 */
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

/** Converts a Java regular expression that must match the whole text. Throws MemberError if JavaScript cannot express it. */
export function javaPattern(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    throw patternSyntax();
  }
}
