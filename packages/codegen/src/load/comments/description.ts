import { looksLikeMarker } from '../../markers/parse-marker.ts';

/**
 * The description that a JSDoc comment gives, by controller-gen's rules: without markers, without lines that begin with TODO, up to a line that begins with `---`
 * (or with the first `@tag`), code blocks kept as they are. Lines stay lines.
 */
export function descriptionOf(doc: readonly string[]): string {
  const lines: string[] = [];
  let inCode = false;
  for (const line of withoutBlankRuns(untilTags(doc).filter((text) => !looksLikeMarker(text.trim())))) {
    if (isFence(line)) inCode = !inCode;
    if (!inCode && line.startsWith('TODO')) continue;
    if (!inCode && line.startsWith('---')) break;
    lines.push(inCode ? line : withoutLinks(line));
  }
  return lines.join('\n');
}

function untilTags(doc: readonly string[]): readonly string[] {
  let inCode = false;
  const end = doc.findIndex((line) => {
    if (isFence(line)) inCode = !inCode;
    return !inCode && /^\s*@[A-Za-z]/.test(line);
  });
  return end === -1 ? doc : doc.slice(0, end);
}

/** Runs of blank lines become one; none at the beginning and the end. */
function withoutBlankRuns(lines: readonly string[]): string[] {
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''));
  if (kept[0] === '') kept.shift();
  if (kept.at(-1) === '') kept.pop();
  return kept;
}

function isFence(line: string): boolean {
  return line.startsWith('```') || line.startsWith('~~~');
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
