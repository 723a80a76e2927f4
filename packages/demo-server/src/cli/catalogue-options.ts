import { DEFAULT_CATALOGUE, type CatalogueSettings } from '../catalogue/catalogue.js';
import { integerOption, type OptionSpec, type Values } from './arguments.js';
import { CommandError } from './failure.js';

const { seed, documents, leastBytes, mostBytes } = DEFAULT_CATALOGUE;

/** Options about the documents, the same for every command. */
export const CATALOGUE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  documents: { value: 'N', default: String(documents), help: 'documents in the catalogue' },
  'least-bytes': { value: 'N', default: String(leastBytes), help: 'size of the smallest document, about' },
  'most-bytes': { value: 'N', default: String(mostBytes), help: 'size of the largest document, about' },
  seed: { value: 'N', default: String(seed), help: 'what the documents are generated from' },
};

const MAX_DOCUMENTS = 10_000;
const MAX_DOCUMENT_BYTES = 2_000_000;
const MAX_SEED = 999_999_999;

export function catalogueOptions(values: Values): CatalogueSettings {
  const read = (name: string, least: number, most: number): number =>
    integerOption(values, CATALOGUE_OPTIONS, name, least, most);
  const settings = {
    seed: read('seed', 0, MAX_SEED),
    documents: read('documents', 1, MAX_DOCUMENTS),
    leastBytes: read('least-bytes', 500, MAX_DOCUMENT_BYTES),
    mostBytes: read('most-bytes', 500, MAX_DOCUMENT_BYTES),
  };
  if (settings.leastBytes > settings.mostBytes) {
    throw new CommandError('--least-bytes must not be above --most-bytes', 2);
  }
  return settings;
}
