import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The official package's folder of declarations. */
export const LIB: string = dirname(createRequire(import.meta.url).resolve('hazelcast-client'));

/** A name that the official package exports. Its internal ones are not among its declarations. */
export interface DeclaredName {
  readonly name: string;
  /** Whether it is there at run time. */
  readonly isValue: boolean;
}

/** What the official package exports, by its declarations. */
export function declaredNames(file: string = join(LIB, 'index.d.ts')): DeclaredName[] {
  const source = readFileSync(file, 'utf8');
  const found: DeclaredName[] = [];
  for (const [, kind = '', name = ''] of source.matchAll(
    /^export (?:declare )?(?:abstract )?(class|interface|enum|type|const|function) (\w+)/gm,
  ))
    found.push({ name, isValue: kind !== 'interface' && kind !== 'type' });
  for (const [, name = ''] of source.matchAll(/^export \* as (\w+) from/gm))
    found.push({ name, isValue: true });
  for (const [, from = ''] of source.matchAll(/^export \* from '(\.[^']+)'/gm))
    found.push(...declaredNames(resolved(file, from)));
  for (const [, list = '', from = ''] of source.matchAll(/^export \{([^}]+)\} from '(\.[^']+)'/gm)) {
    const there = declaredNames(resolved(file, from));
    for (const part of list.split(',')) {
      const [own = '', name = own] = part.trim().split(' as ');
      found.push({ name, isValue: there.some((one) => one.name === own && one.isValue) });
    }
  }
  return found;
}

function resolved(file: string, specifier: string): string {
  const path = join(dirname(file), specifier);
  return existsSync(`${path}.d.ts`) ? `${path}.d.ts` : join(path, 'index.d.ts');
}
