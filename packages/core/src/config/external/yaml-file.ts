import { readFile } from 'node:fs/promises';
import { InvalidConfigurationError } from '@offloop/values';
import { refused } from '../reading/scalars.js';

const ROOT = 'hazelcast-client';
const VARIABLE = /\$\{([^}]*)\}/g;

/**
 * Reads the tree below `hazelcast-client` in a file and replaces each `${NAME}` by the variable in `env`. Rejects with
 * InvalidConfigurationError, which names the file, and the line where it is known.
 */
export async function readYaml(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InvalidConfigurationError(`${file} cannot be read: ${error.code}`, error);
  });
  // Loaded only when there is a file.
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  // The parser's own messages quote the line, which may hold a password.
  const document = parseDocument(source, { lineCounter, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line } = lineCounter.linePos(problem.pos[0]);
    throw new InvalidConfigurationError(`${file}, line ${line}, is not YAML: ${problem.code}`);
  }
  const whole: unknown = document.toJS();
  const root = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {};
  if (!Object.hasOwn(root, ROOT)) throw refused(file, `has no ${ROOT}`, `a mapping with ${ROOT} at the top`);
  return replaced(root[ROOT], '', env);
}

function replaced(value: unknown, path: string, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(VARIABLE, (_, name: string) => {
      const found = env[name];
      if (found === undefined)
        throw refused(path, `has the variable ${name}, which is not set`, 'a variable of the environment');
      return found;
    });
  }
  if (Array.isArray(value)) return value.map((each, index) => replaced(each, `${path}[${index}]`, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      replaced(each, path === '' ? key : `${path}.${key}`, env),
    ]),
  );
}
