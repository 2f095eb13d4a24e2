/** The attributes of elements that are URLs. */
const urlAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['src', 'usemap', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  video: ['poster', 'src'],
};

/** Elements whose text has no tags. */
const rawText = new Set([
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

const SPACE = /[ \n\r\t\f]/;

/**
 * Rewrites the URLs in the tags of an HTML document. Start tags are written as Go's `x/net/html` writes them: names in
 * lower case, values in double quotes; everything else stays as it is. Takes linear time.
 */
export function rewriteHtml(html: string, rewrite: (url: string) => string): string {
  const lower = html.toLowerCase();
  const pieces: string[] = [];
  let copied = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    const end = endOfOther(html, at);
    if (end !== undefined) {
      at = html.indexOf('<', end);
      continue;
    }
    const tag = readTag(html, at);
    if (!tag) break;
    pieces.push(html.slice(copied, at), writeTag(tag, rewrite));
    copied = tag.end;
    at = html.indexOf('<', rawText.has(tag.name) && !tag.selfClosing ? endOfRawText(lower, tag) : tag.end);
  }
  pieces.push(html.slice(copied));
  return pieces.join('');
}

interface Tag {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly selfClosing: boolean;
  readonly end: number;
}

/** The end of a comment, a declaration, an end tag or text; undefined at a start tag. */
function endOfOther(html: string, at: number): number | undefined {
  if (html.startsWith('<!--', at)) return endAfter(html, '-->', at + 4);
  const next = html[at + 1] ?? '';
  if (next === '!' || next === '?' || next === '/') return endAfter(html, '>', at + 2);
  return /[A-Za-z]/.test(next) ? undefined : at + 1;
}

function endAfter(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function endOfRawText(lower: string, { name, end }: Tag): number {
  if (name === 'plaintext') return lower.length;
  const found = lower.indexOf(`</${name}`, end);
  return found < 0 ? lower.length : found;
}

/** Reads the start tag at a position; undefined if the document ends in it. */
function readTag(html: string, start: number): Tag | undefined {
  let at = start + 1;
  const skip = (pattern: RegExp): string => {
    const from = at;
    while (at < html.length && pattern.test(html[at] ?? '')) at += 1;
    return html.slice(from, at);
  };
  const name = skip(/[^ \n\r\t\f/>]/).toLowerCase();
  const attributes: (readonly [string, string])[] = [];
  for (;;) {
    skip(SPACE);
    if (at >= html.length) return undefined;
    if (html[at] === '>') return { name, attributes, selfClosing: html[at - 1] === '/', end: at + 1 };
    if (html[at] === '/') {
      at += 1;
      continue;
    }
    const from = at;
    at += 1;
    skip(/[^ \n\r\t\f/=>]/);
    const key = html.slice(from, at).toLowerCase();
    skip(SPACE);
    if (html[at] !== '=') {
      attributes.push([key, '']);
      continue;
    }
    at += 1;
    skip(SPACE);
    const quote = html[at];
    if (quote === '"' || quote === "'") {
      const close = html.indexOf(quote, at + 1);
      if (close < 0) return undefined;
      attributes.push([key, unescapeText(html.slice(at + 1, close))]);
      at = close + 1;
    } else attributes.push([key, unescapeText(skip(/[^ \n\r\t\f>]/))]);
  }
}

function writeTag({ name, attributes, selfClosing }: Tag, rewrite: (url: string) => string): string {
  const urls = Object.hasOwn(urlAttributes, name) ? (urlAttributes[name] ?? []) : [];
  const written = attributes.map(
    ([key, value]) => ` ${key}="${escapeText(urls.includes(key) ? rewrite(value) : value)}"`,
  );
  return `<${name}${written.join('')}${selfClosing ? '/' : ''}>`;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces the entities of the characters that are written as entities. Others stay as they are. */
function unescapeText(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos);|#(\d{1,7});?|#[xX]([0-9a-fA-F]{1,6});?)/g,
    (whole: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
        ? String.fromCodePoint(code)
        : whole;
    },
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  '\r': '&#13;',
};

/** Escapes a value. An entity of a name that {@link unescapeText} left is not escaped again. */
function escapeText(text: string): string {
  return text.replace(
    /&(?!(?!amp;|lt;|gt;|quot;|apos;)[A-Za-z][A-Za-z0-9]{1,31};)|['<>"\r]/g,
    (one) => escapes[one] ?? one,
  );
}
