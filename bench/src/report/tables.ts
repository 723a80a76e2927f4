import { captionOf, renderTable } from './markdown.js';
import { pickedFigure, pickedMedians, pickedRows, type ReadResults } from './picked.js';
import { renderSummary } from './summary.js';

/**
 * The places of a document that are filled in. Each is a comment that asks, what was filled in, and a comment that ends it:
 * `bench:caption FILE`, README's table `bench:summary NODE` (`node24`), an experiment's own conclusions `bench:remarks FILE`, the tables
 * `bench:rows` and `bench:medians`, and within a line `bench:cell`. `picked.ts` says what the last three ask for.
 */
const PLACE = /(<!-- bench:(caption|summary|remarks|rows|medians)\s([^>]+?)-->)[^]*?(<!-- \/bench:\2 -->)/g;
const INLINE = /(<!-- bench:cell ([^>]+?) -->)[^<]*(<!-- \/bench:cell -->)/g;

/**
 * Fills the places that a document keeps for measured figures, so that no claimed figure is typed by hand.
 *
 * @throws if a place asks for a cell or a figure that was not measured
 */
export function fillTables(text: string, read: ReadResults): string {
  const filled = (kind: string, query: string): string => {
    switch (kind) {
      case 'caption':
        return captionOf(read(query.trim())).join('\n');
      case 'remarks':
        return read(query.trim()).remarks ?? '';
      case 'summary':
        return renderSummary((experiment) => read(`${experiment}-${query.trim()}`));
      default: {
        const picked = kind === 'rows' ? pickedRows(query, read) : pickedMedians(query, read);
        const [header = [], ...rows] = picked;
        return renderTable(header, rows, true);
      }
    }
  };
  return text
    .replaceAll(
      PLACE,
      (_, open: string, kind: string, query: string, close: string) =>
        `${open}\n\n${filled(kind, query)}\n\n${close}`,
    )
    .replaceAll(
      INLINE,
      (_, open: string, query: string, close: string) => `${open}${pickedFigure(query, read)}${close}`,
    );
}
