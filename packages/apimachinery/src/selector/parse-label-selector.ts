import { formatFieldErrors, WHOLE_OBJECT } from '../field-error.ts';
import {
  labelKeyErrors,
  type LabelOperator,
  type LabelRequirement,
  labelRequirement,
  type LabelSelector,
  sortByKey,
} from './label-selector.ts';
import { SelectorError } from './selector-error.ts';

type TokenType = LabelOperator | 'identifier' | '(' | ')' | ',' | 'end' | 'error';

interface Token {
  readonly type: TokenType;
  readonly text: string;
}

/**
 * Reads the text form of a label selector: `app=web,tier!=cache,env in (a,b),!canary,size>3`. Follows apimachinery's
 * labels.Parse, its grammar and its messages. Throws a {@link SelectorError}.
 */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = tokenize(text);
  const requirements: LabelRequirement[] = [];
  for (;;) {
    const token = tokens.peek();
    if (token.type === 'end') break;
    if (token.type !== 'identifier' && token.type !== '!') {
      throw new SelectorError(`found '${token.text}', expected: !, identifier, or 'end of string'`);
    }
    try {
      requirements.push(parseRequirement(tokens));
    } catch (error) {
      throw error instanceof SelectorError ? new SelectorError(`unable to parse requirement: ${error.message}`) : error;
    }
    const separator = tokens.take();
    if (separator.type === 'end') break;
    if (separator.type !== ',') throw new SelectorError(`found '${separator.text}', expected: ',' or 'end of string'`);
    const following = tokens.peek();
    if (following.type !== 'identifier' && following.type !== '!') {
      throw new SelectorError(`found '${following.text}', expected: identifier after ','`);
    }
  }
  return { requirements: sortByKey(requirements) };
}

function parseRequirement(tokens: Tokens): LabelRequirement {
  const negated = tokens.peek().type === '!';
  if (negated) tokens.take();
  const key = tokens.take();
  if (key.type !== 'identifier') throw new SelectorError(`found '${key.text}', expected: identifier`);
  const errors = labelKeyErrors(key.text, WHOLE_OBJECT);
  if (errors.length > 0) throw new SelectorError(formatFieldErrors(errors));
  if (negated) return labelRequirement(key.text, '!', []);
  const next = tokens.peek().type;
  if (next === 'end' || next === ',') return labelRequirement(key.text, 'exists', []);
  const operator = parseOperator(tokens);
  const values = operator === 'in' || operator === 'notin' ? parseValues(tokens) : [parseExactValue(tokens)];
  return labelRequirement(key.text, operator, values);
}

function parseOperator(tokens: Tokens): LabelOperator {
  const { type, text } = tokens.take({ keywords: true });
  switch (type) {
    case 'in':
    case 'notin':
    case '=':
    case '==':
    case '!=':
    case '>':
    case '<':
      return type;
    default:
      throw new SelectorError(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function parseExactValue(tokens: Tokens): string {
  const next = tokens.peek().type;
  if (next === 'end' || next === ',') return '';
  const value = tokens.take();
  if (value.type !== 'identifier') throw new SelectorError(`found '${value.text}', expected: identifier`);
  return value.text;
}

function parseValues(tokens: Tokens): string[] {
  const open = tokens.take();
  if (open.type !== '(') throw new SelectorError(`found '${open.text}' expected: '('`);
  const first = tokens.peek();
  if (first.type === ')') {
    tokens.take();
    return [''];
  }
  if (first.type !== 'identifier' && first.type !== ',') {
    throw new SelectorError(`found '${first.text}', expected: ',', ')' or identifier`);
  }
  return parseIdentifiers(tokens);
}

/** A list with at least one element or comma, up to and with its closing parenthesis. An element can be empty. */
function parseIdentifiers(tokens: Tokens): string[] {
  const values: string[] = [];
  for (;;) {
    const token = tokens.take();
    const next = tokens.peek();
    if (token.type === 'identifier') {
      values.push(token.text);
      if (next.type === ')') break;
      if (next.type !== ',') throw new SelectorError(`found '${next.text}', expected: ',' or ')'`);
    } else if (token.type === ',') {
      if (values.length === 0) values.push('');
      if (next.type === ')' || next.type === ',') values.push('');
      if (next.type === ')') break;
    } else throw new SelectorError(`found '${token.text}', expected: ',', or identifier`);
  }
  tokens.take();
  return values;
}

/** The tokens of a selector, read one by one. */
interface Tokens {
  peek(): Token;
  /** Where `keywords` is not set, `in` and `notin` are identifiers like any other. */
  take(context?: { readonly keywords: boolean }): Token;
}

const symbols: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);
const SPECIAL = /[=!(),<>]/;

function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/^[ \t\r\n]$/.test(text[at] ?? '')) at += 1;
    const start = at;
    // Go's lexer takes a zero byte for the end.
    if (at >= text.length || text[at] === '\0') break;
    if (SPECIAL.test(text[at] ?? '')) {
      const two = text.slice(at, at + 2);
      const symbol = symbols.has(two) ? two : text.slice(at, at + 1);
      at += symbol.length;
      tokens.push({ type: symbol as TokenType, text: symbol });
    } else {
      while (at < text.length && !/[=!(),<> \t\r\n\0]/.test(text[at] ?? '')) at += 1;
      const word = text.slice(start, at);
      if (text[at] === '\0') at += 1;
      tokens.push({ type: word === 'in' || word === 'notin' ? word : 'identifier', text: word });
    }
  }
  const end: Token = { type: 'end', text: '' };
  const asValue = (token: Token): Token =>
    token.type === 'in' || token.type === 'notin' ? { ...token, type: 'identifier' } : token;
  let position = 0;
  return {
    peek: () => asValue(tokens[position] ?? end),
    take: ({ keywords } = { keywords: false }) => {
      const token = tokens[position] ?? end;
      position += 1;
      return keywords ? token : asValue(token);
    },
  };
}
