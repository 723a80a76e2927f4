import { captionOf, renderTable } from './markdown.js';
import { pickedFigure, pickedMedians, pickedRows, type ReadKept } from './picked.js';
import type { Results } from './results.js';
import { renderSummary } from './summary.js';

/**
 * A place is a comment that asks, what was filled in, and a comment that ends it: `bench:caption FILE`, README's table
 * `bench:summary NODE` (`node24`), the tables `bench:rows` and `bench:medians`, and within a line `bench:cell`. What the last three
 * ask for is told in `picked.ts`.
 */
const PLACE = /(<!-- bench:(caption|summary|rows|medians)\s([^>]+?)-->)[^]*?(<!-- \/bench:\2 -->)/g;
const INLINE = /(<!-- bench:cell ([^>]+?) -->)[^<]*(<!-- \/bench:cell -->)/g;

/**
 * Fills the places that a document keeps for measured figures: nothing that is claimed is typed by hand.
 *
 * @param read published results by the name of their file, without `.json`
 * @param readDemo the demo's reports, `demo-quote` and the like
 * @throws where a place asks for a cell or a figure that was not measured
 */
export function fillTables(text: string, read: (file: string) => Results, readDemo: ReadKept): string {
  const readKept: ReadKept = (file) => (file.startsWith('demo-') ? readDemo(file) : read(file));
  const filled = (kind: string, query: string): string => {
    switch (kind) {
      case 'caption':
        return captionOf(read(query.trim())).join('\n');
      case 'summary':
        return renderSummary((experiment) => read(`${experiment}-${query.trim()}`));
      default: {
        const picked = kind === 'rows' ? pickedRows(query, readKept) : pickedMedians(query, readKept);
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
      (_, open: string, query: string, close: string) => `${open}${pickedFigure(query, readKept)}${close}`,
    );
}
