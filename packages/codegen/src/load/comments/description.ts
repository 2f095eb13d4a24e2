import { looksLikeMarker } from '../../markers/parse/parse-marker.ts';
import { exampleValue } from '../../markers/doc-tags/tag-value.ts';
import type { MarkerTarget } from '../../markers/define/marker-definition.ts';
import { type DocTag, splitTags } from './doc-tags.ts';

/**
 * Returns the description in a JSDoc comment, by controller-gen's rules: without markers, without lines that begin with
 * TODO, up to a line that begins with `---`, with line breaks and code blocks unchanged. It ends at the first tag; the
 * texts of `@deprecated`, `@description`, `@remarks`, `@summary` and of an `@example` in prose are added, a paragraph
 * each.
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

/** Options of {@link descriptionOf}. */
export interface DescriptionOptions {
  /** The sort of declaration that the comment describes. Default: a field. */
  readonly target?: MarkerTarget;
  /** Keep consecutive blank lines. Default: they become one. */
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

/**
 * Returns the paragraph that a tag adds to the description. The value of an `@example` of a field goes into the schema
 * instead.
 */
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

/** Replaces consecutive blank lines by one, and removes those at the beginning and the end. */
function withoutBlankRuns(lines: readonly string[]): string[] {
  return withoutOuterBlanks(lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== '')));
}

/** Removes blank lines at the beginning and the end. */
function withoutOuterBlanks(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

/** Replaces `{@link Name}` and `{@link Name | text}` by their text. */
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
