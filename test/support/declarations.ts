export interface DeclaredMember {
  readonly name: string;
  readonly isMethod: boolean;
  /** Whether a doc comment stands above it. */
  readonly isDescribed: boolean;
}

/** An interface, a class or an object type. */
export interface Declaration {
  readonly name: string;
  readonly isDescribed: boolean;
  /** Types that are named behind `extends` and `implements`. */
  readonly bases: readonly string[];
  readonly members: readonly DeclaredMember[];
}

const BEGIN = /^export (?:declare )?(?:abstract )?(?:interface|class|type) (\w+)(.*)\{$/;
const MODIFIERS = '(?:static |readonly |abstract |get |set )*';
const MEMBER = new RegExp(`^ {4}${MODIFIERS}(\\w+|\\[Symbol\\.\\w+\\])\\??([<(:;])`);
const NOT_PUBLIC = /^ {4}(?:private|protected|constructor)\b/;

/** What a declaration file exports, as the compiler lays it out: each member begins a line, four characters in. */
export function declarationsIn(source: string): Declaration[] {
  const lines = source.split(/\r?\n/);
  const found: (Declaration & { members: DeclaredMember[] })[] = [];
  let isOpen = false;
  lines.forEach((line, index) => {
    const isDescribed = (lines[index - 1] ?? '').endsWith('*/');
    const [, name, heritage = ''] = BEGIN.exec(line) ?? [];
    if (name !== undefined) found.push({ name, isDescribed, bases: namesIn(heritage), members: [] });
    if (name !== undefined || line.startsWith('}')) isOpen = name !== undefined;
    if (!isOpen || NOT_PUBLIC.test(line)) return;
    const [, member, next = ''] = MEMBER.exec(line) ?? [];
    if (member === undefined) return;
    found.at(-1)?.members.push({ name: member, isMethod: '<('.includes(next), isDescribed });
  });
  return found;
}

/** The names that an entry point exports. */
export function exportsIn(source: string): string[] {
  const lists = Array.from(source.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, list]) => list ?? '');
  const names = lists.flatMap((list) => list.split(','));
  return names.map((name) => name.trim().replace(/^type /, '')).filter((name) => name !== '');
}

function namesIn(heritage: string): string[] {
  const [, bases = ''] = /\b(?:extends|implements) (.*)$/.exec(heritage) ?? [];
  return bases.match(/\b[A-Z]\w*/g) ?? [];
}
