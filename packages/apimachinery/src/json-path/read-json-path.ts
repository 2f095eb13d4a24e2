import { trimBothOf } from '../text/trim-characters.ts';
import { unquote } from './unquote.ts';

/** The error for an invalid path. */
class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError';
}

/** A step of a path: how it maps the values before it. */
export type PathStep =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'children' | 'descendants' | 'unknown' }
  | { readonly type: 'constant'; readonly value: string | number | boolean; readonly each: boolean }
  | { readonly type: 'slice'; readonly slice: Slice }
  | { readonly type: 'union'; readonly paths: readonly (readonly PathStep[])[] }
  | {
      readonly type: 'filter';
      readonly left: readonly PathStep[];
      readonly right: readonly PathStep[];
      /** The operator; empty: checks that the left side exists. */
      readonly operator: string;
    };

/** Items of a list: one, or those from `from` up to `to`. Undefined: from the beginning, up to the end, one by one. */
export interface Slice {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly step: number | undefined;
  /** Only the item at `from`. */
  readonly single: boolean;
}

/** The characters that end a field name. */
const TERMINATOR = /[ \t\r\n.,[\]$@{}]/;
const ALPHANUMERIC = /^[\p{L}\p{Nd}_]/u;

/**
 * Parses a path of Kubernetes' JSONPath dialect, without braces, as in printer columns: `.a.b`, `['a']`, `['a','b']`,
 * `[0]`, `[-1]`, `[*]`, `[1:3]`, `[?(@.type=="Ready")]`, `..a`, `\.` for a dot in a name. A path with braces results in
 * several lists of steps. Undefined if API servers cannot read it.
 */
export function readJsonPath(text: string): readonly (readonly PathStep[])[] | undefined {
  try {
    return parseTemplate(`{${text}}`);
  } catch (error) {
    if (error instanceof PathSyntaxError) return undefined;
    throw error;
  }
}

/**
 * Reads a template: actions in braces, with text between them that is skipped because it never matters here. Follows
 * client-go's parser, and refuses what that refuses. Throws a {@link PathSyntaxError}.
 */
function parseTemplate(text: string): readonly (readonly PathStep[])[] {
  const actions: PathStep[][] = [];
  let at = text.indexOf('{');
  while (at >= 0) {
    const steps: PathStep[] = [];
    at = parseAction(text, at + 1, steps);
    actions.push(steps);
    at = text.indexOf('{', at);
  }
  return actions;
}

/** Reads a path inside another one: only the first action is used. */
function parseInner(text: string): readonly PathStep[] {
  return parseTemplate(`{${text}}`)[0] ?? [];
}

/** Reads the steps of an action, which begins at an offset. Returns where it ends, after its closing brace. */
function parseAction(text: string, start: number, steps: PathStep[]): number {
  let at = start;
  for (;;) {
    const char = text.charAt(at);
    if (char === '}') return at + 1;
    if (char === '' || char === '\n' || char === '\r') throw new PathSyntaxError('unclosed action');
    if (text.startsWith('[?(', at)) at = parseFilter(text, at, steps);
    else if (text.startsWith('..', at)) at = parseDescent(text, at, steps);
    else if (char === ' ' || char === '@' || char === '$') at += 1;
    else if (char === '[') at = parseBrackets(text, at, steps);
    else if (char === '"' || char === "'") at = parseQuoted(text, at, steps);
    else if (char === '.') at = parseField(text, at + 1, steps);
    else if (/^[-+\p{Nd}]/u.test(char)) at = parseNumber(text, at, steps);
    else if (isAlphanumeric(text, at)) at = parseIdentifier(text, at, steps);
    else throw new PathSyntaxError(`unrecognized character in action: ${char}`);
  }
}

function isAlphanumeric(text: string, at: number): boolean {
  return ALPHANUMERIC.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function parseDescent(text: string, start: number, steps: PathStep[]): number {
  if (steps.at(-1)?.type === 'descendants') throw new PathSyntaxError('invalid multiple recursive descent');
  steps.push({ type: 'descendants' });
  return isAlphanumeric(text, start + 2) ? parseField(text, start + 2, steps) : start + 2;
}

function parseField(text: string, start: number, steps: PathStep[]): number {
  let end = start;
  while (end < text.length && !TERMINATOR.test(text.charAt(end))) end += text.charAt(end) === '\\' ? 2 : 1;
  end = Math.min(end, text.length);
  const name = text.slice(start, end);
  steps.push(name === '*' ? { type: 'children' } : { type: 'field', name: name.replaceAll('\\', '') });
  return end;
}

function parseNumber(text: string, start: number, steps: PathStep[]): number {
  const number = /[-+]?[\p{Nd}.]*/uy;
  number.lastIndex = start;
  const [digits = ''] = number.exec(text) ?? [];
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits)) throw new PathSyntaxError(`cannot parse number ${digits}`);
  steps.push({ type: 'constant', value: Number(digits), each: true });
  return start + digits.length;
}

function parseIdentifier(text: string, start: number, steps: PathStep[]): number {
  let end = start;
  while (end < text.length && !TERMINATOR.test(text.charAt(end))) end += 1;
  const name = text.slice(start, end);
  const isBoolean = name === 'true' || name === 'false';
  steps.push(isBoolean ? { type: 'constant', value: name === 'true', each: true } : { type: 'unknown' });
  return end;
}

function parseQuoted(text: string, start: number, steps: PathStep[]): number {
  const end = endOfQuoted(text, start + 1, text.charAt(start));
  if (end < 0) throw new PathSyntaxError('unterminated quoted string');
  const value = unquote(text.slice(start + 1, end), text.charAt(start));
  if (value === undefined) throw new PathSyntaxError(`unquote string ${text.slice(start, end + 1)}`);
  steps.push({ type: 'constant', value, each: false });
  return end + 1;
}

function endOfQuoted(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length && text.charAt(at) !== '\n'; at += 1)
    if (text.charAt(at) === quote && text.charAt(at - 1) !== '\\') return at;
  return -1;
}

function parseFilter(text: string, start: number, steps: PathStep[]): number {
  const { filter, end } = parseFilterText(text, start + '[?('.length);
  const [left, operator, right] = splitComparison(filter);
  steps.push({ type: 'filter', left: parseInner(left), right: operator === '' ? [] : parseInner(right), operator });
  return end;
}

/**
 * Finds the end of a filter that begins at an offset, after `[?(`. Quotes may hold parentheses if the quotes come
 * first. Throws a {@link PathSyntaxError}.
 */
function parseFilterText(text: string, start: number): { readonly filter: string; readonly end: number } {
  let quote: string | undefined;
  let isClosed = false;
  for (let at = start; at < text.length && text.charAt(at) !== '\n'; at += 1) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") {
      if (quote === undefined) quote = char;
      else if (char === quote && text.charAt(at - 1) !== '\\') isClosed = true;
    } else if (char === ')' && (quote !== undefined) === isClosed) {
      if (text.charAt(at + 1) !== ']') throw new PathSyntaxError('unclosed array expect ]');
      return { filter: text.slice(start, at), end: at + 2 };
    }
  }
  throw new PathSyntaxError('unterminated filter');
}

/**
 * The left side of an operator, the operator and the right side. The operator is empty when there is none, or when a
 * side is empty.
 */
function splitComparison(filter: string): [left: string, operator: string, right: string] {
  const start = filter.search(/[!<>=]/);
  if (start <= 0) return [filter, '', ''];
  let end = start;
  while (end < filter.length - 1 && '!<>='.includes(filter.charAt(end))) end += 1;
  return end === start ? [filter, '', ''] : [filter.slice(0, start), filter.slice(start, end), filter.slice(end)];
}

function parseBrackets(text: string, start: number, steps: PathStep[]): number {
  const end = text.indexOf(']', start);
  const inside = text.slice(start + 1, end);
  if (end < 0 || inside.includes('\n')) throw new PathSyntaxError('unterminated array');
  const alternatives = inside.split(',');
  if (alternatives.length > 1) {
    const paths = alternatives.map((one) => parseInner(`[${trimBothOf(one, ' ')}]`));
    steps.push({ type: 'union', paths });
  } else steps.push(...parseSubscript(inside));
  return end + 1;
}

function parseSubscript(text: string): readonly PathStep[] {
  const key = /^'([^']*)'$/.exec(text)?.[1];
  if (key !== undefined) return parseInner(`.${key}`);
  const [whole, from = '', to, step] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text === '*' ? ':' : text) ?? [];
  if (whole === undefined) throw new PathSyntaxError(`invalid array index ${text}`);
  return [
    {
      type: 'slice',
      slice: {
        from: indexOf(from),
        to: indexOf(to?.slice(1) ?? ''),
        step: indexOf(step?.slice(1) ?? ''),
        single: to === undefined,
      },
    },
  ];
}

function indexOf(text: string): number | undefined {
  if (text === '') return undefined;
  const index = Number(text);
  if (text === '-' || Math.abs(index) >= 2 ** 63) throw new PathSyntaxError(`array index ${text} is not a number`);
  return index;
}
