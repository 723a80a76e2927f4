/** The first npm that a registry trusts without a token. */
const TRUSTED_NPM = [11, 5, 1];

/**
 * What is in the way of a release, a sentence each.
 *
 * @param release `hasHome`; `tag` or undefined; `packages` with `name` and `version`; the text of the `changelog`; `npm`, its version
 * @returns {string[]}
 */
export function releaseFaults({ hasHome, tag, packages, changelog, npm }) {
  const faults = [];
  if (!hasHome) faults.push('scripts/publication/home.mjs has a placeholder where the address is to be');
  // A package may have a version of its own: that of `@offloop/amqp` follows amqplib's.
  if (!packages.some(({ version }) => tag === `v${version}`)) {
    const present = packages.map(({ name, version }) => `${name} is ${version}`).join(', ');
    faults.push(`the tag is ${tag ?? 'missing'}, and ${present}`);
  }
  for (const version of new Set(packages.map((each) => each.version))) {
    if (!changelog.includes(`\n## [${version}]`)) faults.push(`CHANGELOG.md has no chapter ${version}`);
  }
  if (isOlder(npm, TRUSTED_NPM)) faults.push(`npm is ${npm}: ${TRUSTED_NPM.join('.')} or later is trusted`);
  return faults;
}

function isOlder(version, wanted) {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  const at = wanted.findIndex((part, index) => part !== parts[index]);
  return at !== -1 && parts[at] < wanted[at];
}
