/** A token of CEL, spaces and comments included: strings, names in backticks, numbers, names, and operators. */
const tokens = new RegExp(
  [
    String.raw`[\t\n\f\r ]+|//[^\n]*`,
    // A raw string ends at the next quote, whatever precedes it.
    String.raw`(?:[rR][bB]?|[bB][rR])(?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`,
    String.raw`[bB]?(?:"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?:\\.|[^"\\\n\r])*"|'(?:\\.|[^'\\\n\r])*')`,
    '`[^`\\n]*`',
    String.raw`[A-Za-z_]\w*|\d\w*(?:\.\d\w*)?(?:(?<=[eE])[+-]\d+)?`,
    String.raw`&&|\|\||[=!<>]=|[-+*/%<>!?:.,()[\]{}]`,
  ].join('|'),
  'y',
);

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * A certain problem of an expression in CEL, or undefined: characters without a meaning, text or brackets that are not
 * closed, two values with nothing between them, an operator at its beginning or end. It says so in
 * plainer words than the compiler, which checks names, types and cost of the whole schema later.
 */
export function celProblem(expression: string): string | undefined {
  const open: string[] = [];
  let first: string | undefined;
  let last = '';
  for (let offset = 0; offset < expression.length;) {
    tokens.lastIndex = offset;
    const token = tokens.exec(expression)?.[0];
    if (token === undefined) return strayProblem(expression.slice(offset));
    offset += token.length;
    if (/^[\t\n\f\r ]|^\/\//.test(token)) continue;
    if ((isValue(last) || /^[)\]}]$/.test(last)) && isValue(token))
      return `"${last}" and "${token}" are side by side, with nothing between them`;
    first ??= token;
    last = token;
    if (Object.hasOwn(closing, token)) open.push(token);
    else if (/^[)\]}]$/.test(token)) {
      const opened = open.pop();
      if (opened === undefined) return `it has a ${token} that closes nothing`;
      if (closing[opened] !== token)
        return `it has a ${token} where ${closing[opened] ?? ''} has to close the ${opened}`;
    }
  }
  if (first === undefined) return 'there is no expression in it';
  const unclosed = open.at(-1);
  if (unclosed !== undefined) return `it has a ${unclosed} that nothing closes`;
  if (isOperator(last)) return `it ends in "${last}", and something has to follow`;
  // These can precede a value; all others need a value on both sides.
  return isOperator(first) && !/^[-!.]$/.test(first)
    ? `it begins with "${first}", and something has to come before`
    : undefined;
}

function isOperator(token: string): boolean {
  return token === 'in' || /^[-+*/%<>!?:.,=&|]/.test(token);
}

/** True for names, numbers and strings. */
function isValue(token: string): boolean {
  return token !== 'in' && /^[\w"'`]/.test(token);
}

/** Describes the invalid token at the beginning of `rest`. */
function strayProblem(rest: string): string {
  const quote = /^(?:[bBrR]{1,2})?("""|'''|["'`])/.exec(rest)?.[1];
  if (quote !== undefined) return `it has text without a closing ${quote}`;
  const [character = ''] = rest;
  if (character === '=') return 'it has a single =, and CEL compares with ==';
  if (character === '&' || character === '|')
    return `it has a single ${character}, and CEL has ${character}${character}`;
  return `"${character}" has no meaning in CEL outside of text`;
}
