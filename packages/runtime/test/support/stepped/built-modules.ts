import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A change of the built code: `find` must stand there exactly once. */
export interface Edit {
  /** Below `dist`, without `.js`. */
  readonly module: string;
  readonly find: string;
  readonly replace: string;
}

/** Names that the modules see in place of those of the global object. */
export type Globals = Readonly<Record<string, unknown>>;

const requireOfNode = createRequire(import.meta.url);

const DIST = new URL('../../../dist/', import.meta.url);

/** A module of those loaded; what it exports is the caller's to know. */
export type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads the built modules of this package, not by `import` but by itself, so that a search can run them step by step:
 * with globals of its own, with private fields that it can save and put back, and with edits.
 */
export class BuiltModules {
  readonly #edits: readonly Edit[];
  readonly #globals: Globals;
  readonly #stubs: ReadonlyMap<string, Exports>;
  readonly #loaded = new Map<string, Exports>();
  readonly #applied = new Set<Edit>();

  /** @param stubs modules that are replaced, by name; also those of Node.js. */
  constructor(globals: Globals, edits: readonly Edit[], stubs: Readonly<Record<string, Exports>>) {
    this.#globals = globals;
    this.#edits = edits;
    this.#stubs = new Map(Object.entries(stubs));
  }

  /** @param module below `dist`, without `.js`. */
  load(module: string): Exports {
    const known = this.#stubs.get(module) ?? this.#loaded.get(module);
    if (known !== undefined) return known;
    const exports: Record<string, unknown> = {};
    this.#loaded.set(module, exports);
    const names = Object.keys(this.#globals);
    const require = (from: string): Exports =>
      from.startsWith('node:')
        ? (this.#stubs.get(from) ?? (requireOfNode(from) as Exports))
        : this.load(resolve(module, from));
    // The code of this repository, changed by the tables of its own tests.
    // oxlint-disable-next-line typescript/no-implied-eval
    const run = new Function('require', 'exports', ...names, this.#text(module)) as (
      ...args: unknown[]
    ) => void;
    run(require, exports, ...Object.values(this.#globals));
    return exports;
  }

  /** Throws when an edit was for a module that nobody has loaded. */
  checkEdits(): void {
    for (const edit of this.#edits) {
      if (!this.#applied.has(edit)) throw new Error(`an edit of ${edit.module}, which was not loaded`);
    }
  }

  #text(module: string): string {
    let text = readFileSync(new URL(`${module}.js`, DIST), 'utf8');
    for (const edit of this.#edits) {
      if (edit.module !== module) continue;
      this.#applied.add(edit);
      const parts = text.split(edit.find);
      if (parts.length !== 2) {
        throw new Error(`${module}.js has this ${parts.length - 1} times, not once: ${edit.find}`);
      }
      text = parts.join(edit.replace);
    }
    return asFunctionBody(text);
  }
}

function resolve(module: string, from: string): string {
  return new URL(from, `file:///${module}`).pathname.slice(1).replace(/\.js$/, '');
}

/** What tsc writes is regular: imports of names at the top, and `export` before declarations. */
function asFunctionBody(text: string): string {
  const exported = [...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  const body = text
    .replaceAll(/^import \{([^}]*)\} from '([^']+)';$/gm, (_, names: string, from: string) => {
      return `const {${names.replaceAll(' as ', ': ')}} = require('${from}');`;
    })
    .replaceAll(/^export (?=class|const|function)/gm, '')
    .replaceAll(/#(?=[a-z]\w*\b)/g, '_');
  return `'use strict';\n${body}\nObject.assign(exports, { ${exported.join(', ')} });`;
}
