/** An error of the YAML library. */
interface ReaderError {
  readonly code: string;
  readonly message: string;
  /** The offsets at which the problem begins and ends. */
  readonly pos: readonly [number, number];
}

/**
 * The message of Go's YAML library, and the offset at which it reports the problem. Its parser counts lines from zero,
 * its scanner from one.
 */
interface Problem {
  readonly words: string;
  readonly at: number;
  readonly by: 'scanner' | 'parser';
}

/**
 * Returns a syntax error as Go's YAML library words it: `line 2: found character that cannot start any token`. If the
 * two libraries differ too much, the message is that of ours. `isList`: the whole document is a list.
 */
export function syntaxProblem(error: ReaderError, text: string, isList: boolean): string {
  const { words, at, by } = problemOf(error, text, isList);
  // Go's library adds the missing line break at the end before it reports the end of the document.
  const ended = at >= text.length && !text.endsWith('\n') && words !== UNCLOSED ? 1 : 0;
  const before = text.slice(0, at).split('\n').length - 1 + ended;
  const line = before > 0 && by === 'scanner' ? before + 1 : before;
  return line > 0 ? `line ${line}: ${words}` : words;
}

const UNCLOSED = 'found unexpected end of stream';

function problemOf({ code, message, pos: [at] }: ReaderError, text: string, isList: boolean): Problem {
  const scanner = (words: string, where = at): Problem => ({ words, at: where, by: 'scanner' });
  const parser = (words: string): Problem => ({ words, at, by: 'parser' });
  if (message.includes('call stack')) return scanner('exceeded max depth of 10000', 0);
  if (code === 'BAD_SCALAR_START' || code === 'TAB_AS_INDENT')
    return scanner('found character that cannot start any token');
  if (code === 'BAD_DQ_ESCAPE') return scanner('found unknown escape character');
  if (message.startsWith('Missing closing')) return scanner(UNCLOSED);
  if (/^(?:Anchor|Alias) cannot be/.test(message))
    return scanner('did not find expected alphabetic or numeric character');
  if (message.startsWith('Block scalar header')) return scanner('did not find expected comment or line break');
  if (message.startsWith('Verbatim tags')) return scanner("did not find the expected '>'");
  if (code === 'TAG_RESOLVE_FAILED') return scanner(withoutPlace(message), 0);
  if (message.startsWith('Missing directives-end') && text.startsWith('%') && !/^%(?:YAML|TAG)\b/.test(text))
    return scanner('found unknown directive name', 0);
  if (message.startsWith('Implicit map keys')) return scanner("could not find expected ':'", nextToken(text, at));
  if (code === 'MULTILINE_IMPLICIT_KEY' && /^-\s/.test(text.slice(at))) return parser('did not find expected key');
  if (code === 'MULTILINE_IMPLICIT_KEY' || message.startsWith('Nested mappings')) {
    const colon = text.slice(at).search(/:\s/);
    return scanner('mapping values are not allowed in this context', at + Math.max(colon, 0));
  }
  if (/\bflow (?:map|sequence|collection)/i.test(message) && /[[{,]\s*$/.test(text.slice(0, at)))
    return parser('did not find expected node content');
  if (/\bflow (?:map|sequence|collection)/i.test(message))
    return parser(`did not find expected ',' or '${isInMap(message, text.slice(0, at)) ? '}' : ']'}'`);
  if (code === 'BAD_INDENT') return parser('did not find expected key');
  if (/^Unexpected flow-\w+-end/.test(message)) return parser('did not find expected node content');
  if (/^Unexpected \S+ at node end/.test(message))
    return parser(isList ? "did not find expected '-' indicator" : 'did not find expected key');
  return scanner(withoutPlace(message));
}

const withoutPlace = (message: string): string => message.replace(/ at line \d+, column \d+:.*$/s, '');

/**
 * Whether the flow collection that a message is about is a map. Some messages do not say; the collection is then the
 * one opened last.
 */
function isInMap(message: string, before: string): boolean {
  const named = /\bflow (map|sequence)/i.exec(message)?.[1];
  return named === undefined ? before.lastIndexOf('{') > before.lastIndexOf('[') : named === 'map';
}

/** Returns the offset at which the next non-empty line begins. */
function nextToken(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  const blank = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
  return end + blank;
}
