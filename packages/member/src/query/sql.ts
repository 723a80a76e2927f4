import { cannotDeserialize } from '../calls/errors.js';
import { conditions, type Condition } from './conditions.js';
import type { JavaValue } from './java-values.js';

const TOKEN = /\s*(?:('(?:[^']|'')*')|(<>|!=|==|<=|>=|[=<>(),])|([^\s'=<>!(),]+))/y;

/** Keywords and operators, which cannot be the name of an attribute or a value. */
const NOT_A_NAME = /^(?:[(),=<>!]|(?:AND|OR|NOT|BETWEEN|IN|LIKE|ILIKE|REGEX)$)/;
/** Greatest nesting of brackets. */
const DEEPEST = 200;

interface Token {
  /** The word in capitals, or the operator; empty for quoted text. */
  readonly word: string;
  readonly text: string;
}

/** Makes the condition of a comparison. The value is a text, converted to the type of the attribute. */
type Compared = (name: string, value: JavaValue) => Condition;

const COMPARISONS: ReadonlyMap<string, Compared> = new Map<string, Compared>([
  ['=', conditions.equal],
  ['==', conditions.equal],
  ['!=', conditions.notEqual],
  ['<>', conditions.notEqual],
  ['<', (name, value) => conditions.greaterLess(name, value, false, true)],
  ['<=', (name, value) => conditions.greaterLess(name, value, true, true)],
  ['>', (name, value) => conditions.greaterLess(name, value, false, false)],
  ['>=', (name, value) => conditions.greaterLess(name, value, true, false)],
]);

const PATTERNS: ReadonlyMap<string, (name: string, pattern: string) => Condition> = new Map([
  ['LIKE', conditions.like],
  ['ILIKE', conditions.ilike],
  ['REGEX', conditions.regex],
]);

/** Parses a `WHERE` clause with comparisons, BETWEEN, IN, LIKE, ILIKE, REGEX, NOT, AND, OR. Throws MemberError if it cannot. */
export function conditionOfSql(clause: string): Condition {
  return new Parser(tokensOf(clause)).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Condition {
    const condition = this.#any();
    if (this.#next < this.#tokens.length)
      throw wrong(`${this.#tokens[this.#next].text} is not expected there`);
    return condition;
  }

  #any(): Condition {
    if (++this.#depth > DEEPEST) throw wrong(`it is nested more than ${DEEPEST} deep`);
    const all = [this.#all()];
    while (this.#took('OR')) all.push(this.#all());
    this.#depth--;
    return all.length === 1 ? all[0] : conditions.or(all);
  }

  #all(): Condition {
    const all = [this.#one()];
    while (this.#took('AND')) all.push(this.#one());
    return all.length === 1 ? all[0] : conditions.and(all);
  }

  #one(): Condition {
    let isNegated = false;
    while (this.#took('NOT')) isNegated = !isNegated;
    if (isNegated) return conditions.not(this.#positive());
    return this.#positive();
  }

  #positive(): Condition {
    if (!this.#took('(')) return this.#comparison(this.#take().text);
    const inner = this.#any();
    this.#expect(')');
    return inner;
  }

  #comparison(name: string): Condition {
    const isNegated = this.#took('NOT');
    const condition = this.#test(name);
    return isNegated ? conditions.not(condition) : condition;
  }

  #test(name: string): Condition {
    const word = this.#tokens[this.#next]?.word;
    const compared = COMPARISONS.get(word ?? '');
    if (compared !== undefined) {
      this.#next++;
      return compared(name, this.#value());
    }
    const pattern = PATTERNS.get(word ?? '');
    if (pattern !== undefined) {
      this.#next++;
      return pattern(name, this.#take().text);
    }
    if (this.#took('BETWEEN')) {
      const from = this.#value();
      this.#expect('AND');
      return conditions.between(name, this.#value(), from);
    }
    if (this.#took('IN')) return conditions.in(name, this.#list());
    // A name alone is a boolean attribute.
    return conditions.equal(name, 'true');
  }

  #list(): JavaValue[] {
    this.#expect('(');
    const values = [this.#value()];
    while (this.#took(',')) values.push(this.#value());
    this.#expect(')');
    return values;
  }

  #value(): JavaValue {
    const { word, text } = this.#take();
    return word === 'NULL' ? null : text;
  }

  #take(): Token {
    const token = this.#tokens.at(this.#next);
    if (token === undefined) throw wrong('it ends where something must be');
    if (NOT_A_NAME.test(token.word)) throw wrong(`${token.text} is not expected there`);
    this.#next++;
    return token;
  }

  #took(word: string): boolean {
    const isNext = this.#tokens[this.#next]?.word === word;
    if (isNext) this.#next++;
    return isNext;
  }

  #expect(word: string): void {
    if (!this.#took(word)) throw wrong(`${word} is missing`);
  }
}

function tokensOf(clause: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = clause.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    const [, quoted, mark, word] = TOKEN.exec(clause) ?? [];
    if (quoted !== undefined) tokens.push({ word: '', text: quoted.slice(1, -1).replaceAll("''", "'") });
    else if (mark !== undefined) tokens.push({ word: mark, text: mark });
    else if (word !== undefined) tokens.push({ word: word.toUpperCase(), text: word });
    else throw wrong('a quote is not closed');
  }
  return tokens;
}

function wrong(why: string): Error {
  return cannotDeserialize(`the SQL of a predicate: ${why}`);
}
