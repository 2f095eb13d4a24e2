import { looksLikeMarker } from '../../markers/parse/parse-marker.ts';
import { exampleValue } from '../../markers/doc-tags/tag-value.ts';
import type { MarkerTarget } from '../../markers/define/marker-definition.ts';
import { type DocTag, splitTags } from './doc-tags.ts';

/**
 * The description that a JSDoc comment gives, by controller-gen's rules: without markers, without lines that begin with
 * TODO, up to a line that begins with `---`, code blocks kept as they are. Lines stay lines. It ends at the first tag;
 * what `@deprecated`, `@description`, `@remarks`, `@summary` and an `@example` in prose say is added, a paragraph each.
 */
export function descriptionOf(
  doc: readonly string[],
  { target = 'field', keepsBlankLines = false }: DescriptionOptions = {},
): string {
  const { above, tags } = splitTags(doc.map((text) => ({ text, offset: 0 })));
  const read = proseOf(
    above.map(({ text }) => text),
    keepsBlankLines,
  );
  if (read.isCut) return read.text;
  const added = tags.flatMap((tag) => paragraphOf(tag, target) ?? []);
  return [...(read.text === '' ? [] : [read.text]), ...added].join('\n\n');
}

/** How {@link descriptionOf} reads a comment. */
export interface DescriptionOptions {
  /** What the comment is about. Default: a field. */
  readonly target?: MarkerTarget;
  /** True: blank lines that follow each other stay. Default: they become one. */
  readonly keepsBlankLines?: boolean;
}

function proseOf(doc: readonly string[], keepsBlankLines = false): { readonly text: string; readonly isCut: boolean } {
  const lines: string[] = [];
  let inCode = false;
  const said = doc.filter((text) => !looksLikeMarker(text.trim()));
  for (const line of keepsBlankLines ? withoutOuterBlanks(said) : withoutBlankRuns(said)) {
    if (isFence(line)) inCode = !inCode;
    if (!inCode && line.startsWith('TODO')) continue;
    if (!inCode && line.startsWith('---')) return { text: lines.join('\n'), isCut: true };
    lines.push(inCode ? line : withoutLinks(line));
  }
  return { text: lines.join('\n'), isCut: false };
}

/** What a tag adds to the description. The value of an `@example` of a field goes to the schema. */
function paragraphOf({ name, text }: DocTag, target: MarkerTarget): string | undefined {
  const prose = proseOf(text.split('\n')).text;
  switch (name) {
    case 'deprecated':
      return prose === '' ? 'Deprecated.' : `Deprecated: ${prose.replace(/^[:.,]\s*/, '')}`;
    case 'description':
    case 'remarks':
    case 'summary':
      return prose === '' ? undefined : prose;
    case 'example':
      if (prose === '' || (target === 'field' && exampleValue(text) !== undefined)) return undefined;
      return `Example:${prose.includes('\n') ? '\n' : ' '}${prose}`;
    default:
      return undefined;
  }
}

function isFence(line: string): boolean {
  return line.startsWith('```') || line.startsWith('~~~');
}

/** Runs of blank lines become one; none at the beginning and the end. */
function withoutBlankRuns(lines: readonly string[]): string[] {
  return withoutOuterBlanks(lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== '')));
}

/** Without blank lines at the beginning and the end. */
function withoutOuterBlanks(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

/** `{@link Name}` and `{@link Name | text}` read as their text. */
function withoutLinks(line: string): string {
  return line.replace(/\{@link(?:code|plain)?\s([^{}]*)\}/g, (whole, link: string) => {
    const inner = link.trim();
    const end = inner.search(/[\s|]/);
    const name = end === -1 ? inner : inner.slice(0, end);
    const text = inner.slice(name.length).trim().replace(/^\|/, '').trim();
    if (name === '') return whole;
    return text === '' ? name : text;
  });
}
