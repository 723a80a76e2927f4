type Child = Node | string;

/** Makes an element with attributes and children. Text is always text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** Returns the element of the page with this id. Throws if there is none of this type. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} #${id}`);
}

/** Makes a short piece of an approach's line, for lists and tables. */
export function swatch(seriesClass: string): SVGSVGElement {
  return svg(
    'svg',
    { class: `swatch ${seriesClass}`, viewBox: '0 0 22 8', 'aria-hidden': 'true' },
    svg('line', { x1: 1, y1: 4, x2: 21, y2: 4 }),
  );
}
