const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);
const NUMERIC = /x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{3})/iy;

/** The text between two quotes with its escapes read as Go reads them; undefined when one of them is invalid. */
export function unquote(text: string, quote: string): string | undefined {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const slash = text.indexOf('\\', at);
    if (slash < 0) return parts.join('') + text.slice(at);
    parts.push(text.slice(at, slash));
    const escaped = text.charAt(slash + 1);
    const simple = escaped === quote ? quote : simpleEscapes.get(escaped);
    NUMERIC.lastIndex = slash + 1;
    const [digits, x, u, long, octal] = simple === undefined ? (NUMERIC.exec(text) ?? []) : [];
    const code = octal === undefined ? Number.parseInt(x ?? u ?? long ?? '', 16) : Number.parseInt(octal, 8);
    if (simple === undefined && !(code <= 0x10_ffff)) return undefined;
    parts.push(simple ?? String.fromCodePoint(code));
    at = slash + 1 + (digits ?? escaped).length;
  }
}
