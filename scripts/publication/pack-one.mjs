// node pack-one.mjs PACKAGE FOLDER: packs a package as a release does, and prints the tarball's path.
import { pack, publishedPackages } from './pack.mjs';

const [wanted, folder] = process.argv.slice(2);
const found = publishedPackages().find(({ name }) => name === wanted);
if (found === undefined) throw new Error(`no published package is named ${wanted}`);
console.log(pack(found.home, folder));
