// Makes the files that `import … from 'offloop/lib/core/UUID'` finds. They have no classes of their own.
import { FILES, FOLDERS, MEMBERS, RENAMED } from './deep-names.mjs';

/** Files by their paths in `lib`. `library` is what the package exports at run time. Throws for a name that it lacks both there and in `types`. */
export function deepEntries(library, types) {
  const entries = {};
  for (const [path, names] of Object.entries(FILES)) {
    const up = '../'.repeat(path.split('/').length - 1) || './';
    entries[`${path}.js`] = script(path, names, up, library);
    entries[`${path}.d.ts`] = declarations(path, names, up, library, types);
  }
  for (const folder of FOLDERS) {
    const name = folder.split('/').at(-1);
    const up = '../'.repeat(folder.split('/').length);
    entries[`${folder}/index.js`] = `module.exports = require('${up}index.js');\n`;
    entries[`${folder}/index.d.ts`] = `export * from '${up}index.js';\n`;
    // Beside the folder, for `exports` of the package, which looks for no index.
    entries[`${folder}.js`] = `module.exports = require('./${name}/index.js');\n`;
    entries[`${folder}.d.ts`] = `export * from './${name}/index.js';\n`;
  }
  return entries;
}

/** In this form Node finds the names when it imports them. */
function script(path, names, up, library) {
  const values = names.filter((name) => ours(name) in library);
  const family = MEMBERS[path];
  const lines = values.map((name) => `exports.${name} = offloop.${ours(name)};\n`);
  for (const member of membersOf(family, library)) {
    lines.push(`exports.${member} = offloop.${family}.${member};\n`);
  }
  return lines.length === 0 ? '' : `const offloop = require('${up}index.js');\n${lines.join('')}`;
}

function declarations(path, names, up, library, types) {
  const family = MEMBERS[path];
  const members = membersOf(family, library);
  const [inFamily, plain] = [
    names.filter((name) => !isDeclared(ours(name), types)),
    names.filter((name) => isDeclared(ours(name), types)),
  ];
  if (inFamily.length > 0 && family === undefined)
    throw new Error(`${path}: offloop has no ${inFamily.join(', ')}`);
  const specifiers = plain.map((name) => (ours(name) === name ? name : `${ours(name)} as ${name}`));
  return [
    plain.length > 0 ? `export { ${specifiers.join(', ')} } from '${up}index.js';\n` : '',
    family === undefined ? '' : `import { ${family} } from '${up}index.js';\n`,
    ...inFamily.map((name) => `export import ${name} = ${family}.${name};\n`),
    ...members.map((name) => `export declare const ${name}: typeof ${family}.${name};\n`),
  ].join('');
}

function membersOf(family, library) {
  return family === undefined ? [] : Object.keys(library[family]);
}

function isDeclared(name, types) {
  return new RegExp(`^export \\{.*\\b${name}\\b`, 'm').test(types);
}

function ours(name) {
  return RENAMED[name] ?? name;
}
