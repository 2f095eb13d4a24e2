import type { Token, TokenKind } from './scan-state.ts';
import type { TextRange, YamlEntry, YamlNode } from './yaml-node.ts';
import { fail, failValue, YamlSyntaxError } from './yaml-syntax-error.ts';

/** The state of the parser. */
interface ParseState {
  readonly tokens: readonly Token[];
  at: number;
  /** Prefixes of tags by their handles. */
  readonly prefixes: Map<string, string>;
  /** The current meaning of each anchor: the last one before this place. */
  readonly anchors: Map<string, YamlNode>;
  /** The text, for quotes in messages. */
  readonly text: string;
}

type Props = TextRange & { readonly anchor?: string; readonly tag?: string };

/**
 * Parses the tokens of one document to a node; undefined when it is empty. Throws a {@link YamlSyntaxError}, also
 * for a second document.
 */
export function parseTokens(tokens: readonly Token[], text: string): YamlNode | undefined {
  const state: ParseState = {
    tokens,
    at: 0,
    prefixes: new Map(),
    anchors: new Map(),
    text,
  };
  const node = parseDocument(state);
  while (peek(state).kind === 'document-end') take(state);
  const rest = peek(state);
  if (rest.kind !== 'end') {
    const hint =
      rest.kind === 'document-start'
        ? 'give each document on its own'
        : 'indent the line as the lines above it, where it belongs to them';
    fail(rest, 'the document ends before this: everything from here on would be ignored', hint);
  }
  return node;
}

function parseDocument(state: ParseState): YamlNode | undefined {
  const first = peek(state);
  if (first.kind === 'end') return undefined;
  const isExplicit = ['version', 'tag-directive', 'document-start'].includes(first.kind);
  takeDirectives(state);
  if (isExplicit) {
    const start = peek(state);
    if (start.kind !== 'document-start')
      fail(start, 'directives are followed by a line of ---', 'write --- on a line of its own below them');
    take(state);
    if (['version', 'tag-directive', 'document-start', 'document-end', 'end'].includes(peek(state).kind))
      return undefined;
  }
  return parseNode(state, { block: true });
}

function takeDirectives(state: ParseState): void {
  let version: Token | undefined;
  for (let token = peek(state); token.kind === 'version' || token.kind === 'tag-directive'; token = peek(state)) {
    if (token.kind === 'version') {
      const way = 'remove the line: Kubernetes reads YAML 1.1 only, and needs no such line';
      if (version !== undefined) fail(token, 'the version of YAML is given twice', 'keep one of the two');
      if (token.text !== '1.1') fail(token, `this says that it is YAML ${token.text}; expected 1.1`, way);
      version = token;
    } else {
      const { handle = '', text = '' } = token;
      if (state.prefixes.has(handle)) fail(token, `the handle ${handle} is there twice`, 'keep one of the two');
      state.prefixes.set(handle, text);
    }
    take(state);
  }
  if (!state.prefixes.has('!')) state.prefixes.set('!', '!');
  if (!state.prefixes.has('!!')) state.prefixes.set('!!', 'tag:yaml.org,2002:');
}

/** The next significant token. */
function peek(state: ParseState): Token {
  let token = state.tokens[state.at];
  while (token?.kind === 'nothing') token = state.tokens[++state.at];
  if (token === undefined) throw new Error('tokens of YAML without their end');
  return token;
}

function take(state: ParseState): Token {
  const token = peek(state);
  if (token.kind !== 'end') state.at += 1;
  return token;
}

/** Whether the next token is one of these. */
function isNext(state: ParseState, ...kinds: readonly TokenKind[]): boolean {
  return kinds.includes(peek(state).kind);
}

/** The kinds of nodes that are allowed here: blocks, and lists whose items are at the column of their key. */
interface Place {
  readonly block: boolean;
  readonly list?: boolean;
}

function parseNode(state: ParseState, place: Place): YamlNode {
  const first = peek(state);
  if (first.kind === 'alias') {
    take(state);
    const name = first.text ?? '';
    const target = state.anchors.get(name);
    if (target === undefined)
      failValue(first, `the alias ${JSON.stringify(name)} has no anchor before it`, 'write the value in full');
    return { kind: 'alias', start: first.start, end: first.end, name, target };
  }
  const props = takeProps(state);
  const { anchor } = props;
  const register = (node: YamlNode): void => {
    if (anchor !== undefined) state.anchors.set(anchor, node);
  };
  const token = peek(state);
  switch (token.kind) {
    case 'scalar': {
      take(state);
      const { start, end, text = '', style = 'plain' } = token;
      const scalar = { kind: 'scalar', start, end, text, style, ...tagOf(props) } as const;
      register(scalar);
      return scalar;
    }
    case 'entry':
      if (place.list === true) return parseList(state, register, false);
      break;
    case 'list-start':
      return parseFlowList(state, register);
    case 'map-start':
      return parseFlowMap(state, register);
    case 'block-list':
      if (place.block) return parseList(state, register, true);
      break;
    case 'block-map':
      if (place.block) return parseMap(state, register);
      break;
    default:
  }
  if (props.anchor !== undefined || props.tag !== undefined) {
    const empty = { ...emptyAt(props), ...tagOf(props) };
    register(empty);
    return empty;
  }
  return failAt(token, 'a value is expected here', 'write one; where it is text, put it in quotes');
}

function tagOf({ tag }: Props): { readonly tag?: string } {
  return tag === undefined ? {} : { tag };
}

/** An anchor and a tag, in any order. */
function takeProps(state: ParseState): Props {
  const { start } = peek(state);
  let end = start;
  let anchor: string | undefined;
  let tag: string | undefined;
  for (let token = peek(state); ; token = peek(state)) {
    if (token.kind === 'anchor' && anchor === undefined) anchor = token.text ?? '';
    else if (token.kind === 'tag' && tag === undefined) tag = fullTag(state, token);
    else break;
    ({ end } = take(state));
  }
  return { start, end, ...(anchor !== undefined && { anchor }), ...(tag !== undefined && { tag }) };
}

function fullTag(state: ParseState, token: Token): string {
  const { handle = '', text = '' } = token;
  if (handle === '') return text;
  const prefix = state.prefixes.get(handle);
  if (prefix === undefined)
    fail(token, `the tag's handle ${handle} is declared nowhere`, 'put the text in quotes where it is text');
  return prefix + text;
}

/** An omitted value. */
function emptyAt({ end }: TextRange): YamlNode {
  return { kind: 'scalar', start: end, end, text: '', style: 'plain' };
}

type Register = (node: YamlNode) => void;

/** A list of lines that begin with `-`; `own`: they are indented more than their parent. */
function parseList(state: ParseState, register: Register, own: boolean): YamlNode {
  const { start } = own ? take(state) : peek(state);
  const items: YamlNode[] = [];
  const list = { kind: 'list', start, end: start, items } as const;
  register(list);
  while (isNext(state, 'entry')) {
    const entry = take(state);
    const ends = own ? isNext(state, 'entry', 'block-end') : isNext(state, 'entry', 'key', 'value', 'block-end');
    items.push(ends ? emptyAt(entry) : parseNode(state, { block: true }));
  }
  if (own) takeBlockEnd(state, 'an item of the list, a line that begins with -,');
  return withEnd(list, items.at(-1));
}

function parseMap(state: ParseState, register: Register): YamlNode {
  const { start } = take(state);
  const entries: YamlEntry[] = [];
  const map = { kind: 'map', start, end: start, entries } as const;
  register(map);
  while (isNext(state, 'key')) {
    const key = parseAfter(state);
    const value = isNext(state, 'value') ? parseAfter(state) : emptyAt(key);
    entries.push({ key, value });
  }
  const next = peek(state);
  if (next.kind === 'value')
    failAt(next, 'a key is expected before the colon', 'write one, in quotes where it is empty');
  takeBlockEnd(state, 'a key');
  return withEnd(map, entries.at(-1)?.value);
}

/** The value after a `?` or `:` of a block. */
function parseAfter(state: ParseState): YamlNode {
  const indicator = take(state);
  if (isNext(state, 'key', 'value', 'block-end')) return emptyAt(indicator);
  return parseNode(state, { block: true, list: true });
}

function takeBlockEnd(state: ParseState, expected: string): void {
  const before = state.tokens[state.at - 1];
  const token = peek(state);
  if (token.kind === 'block-end') {
    take(state);
    return;
  }
  if (
    before?.kind === 'scalar' &&
    before.end === token.start &&
    (before.style === 'single' || before.style === 'double')
  ) {
    const [what, way] = before.style === 'single' ? ["'", "''"] : ['"', String.raw`\"`];
    fail(token, `the text in quotes ends before this`, `write ${way} for a ${what} that is part of the text`);
  }
  failAt(token, `${expected} is expected here`, 'indent the line as those that it belongs to');
}

/** A node ends where its last child ends. */
function withEnd<T extends YamlNode>(node: T, last: TextRange | undefined): T {
  return Object.assign(node, { end: Math.max(node.start, last?.end ?? node.end) });
}

function parseFlowList(state: ParseState, register: Register): YamlNode {
  const open = take(state);
  const items: YamlNode[] = [];
  const list = { kind: 'list', start: open.start, end: open.end, items } as const;
  register(list);
  while (!isNext(state, 'list-end')) {
    if (items.length > 0) takeComma(state, open, ']');
    if (isNext(state, 'list-end')) break;
    items.push(isNext(state, 'key') ? parsePair(state) : parseNode(state, { block: false }));
  }
  return Object.assign(list, { end: take(state).end });
}

/** A key with its value as an item of a list in brackets: an object of one field. */
function parsePair(state: ParseState): YamlNode {
  const { start } = take(state);
  const key = parseNode(state, { block: false });
  const value = parseFlowValue(state, key, 'list-end');
  return { kind: 'map', start, end: value.end, entries: [{ key, value }] };
}

function parseFlowValue(state: ParseState, key: TextRange, close: 'list-end' | 'map-end'): YamlNode {
  if (!isNext(state, 'value')) return emptyAt(key);
  const colon = take(state);
  return isNext(state, 'comma', close) ? emptyAt(colon) : parseNode(state, { block: false });
}

function parseFlowMap(state: ParseState, register: Register): YamlNode {
  const open = take(state);
  const entries: YamlEntry[] = [];
  const map = { kind: 'map', start: open.start, end: open.end, entries } as const;
  register(map);
  while (!isNext(state, 'map-end')) {
    if (entries.length > 0) takeComma(state, open, '}');
    if (isNext(state, 'map-end')) break;
    if (!isNext(state, 'key')) {
      const key = parseNode(state, { block: false });
      entries.push({ key, value: emptyAt(key) });
      continue;
    }
    const indicator = take(state);
    const key = isNext(state, 'value', 'comma', 'map-end') ? emptyAt(indicator) : parseNode(state, { block: false });
    entries.push({ key, value: parseFlowValue(state, key, 'map-end') });
  }
  return Object.assign(map, { end: take(state).end });
}

function takeComma(state: ParseState, open: Token, close: ']' | '}'): void {
  const token = peek(state);
  if (token.kind === 'comma') take(state);
  else
    failAt(
      token,
      `a comma or ${close} is expected here`,
      `${close} has to end what begins with ${beginOf(open, state.text)}`,
    );
}

/** The first characters of a token's line, from the token on. */
function beginOf({ start }: Token, text: string): string {
  const [line = ''] = text.slice(start, start + 30).split(/[\n\r]/);
  return JSON.stringify(line);
}

/** A problem at a token; at the end of the text, the text is cut off. */
function failAt(token: Token, message: string, hint: string): never {
  if (token.kind !== 'end') return fail(token, message, hint);
  const at = { start: token.start, end: token.start + 1 };
  throw new YamlSyntaxError({ kind: 'cut', message: message.replace(' is expected here', ' is missing'), hint, at });
}
