import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Compares the manifests below two folders. Returns one line per difference. The annotation with the generator's
 * version and all descriptions are ignored: the descriptions of built-in types come from different sources.
 */
export function compareManifests(left: string, right: string): string[] {
  const [ours, theirs] = [left, right].map((folder) => new Set(globSync('**/*.yaml', { cwd: folder })));
  const names = [...new Set([...(ours ?? []), ...(theirs ?? [])])].sort();
  return names.flatMap((name) => {
    if (!ours?.has(name)) return [`${name} is only in ${right}`];
    if (!theirs?.has(name)) return [`${name} is only in ${left}`];
    const [a, b] = [left, right].map((folder) => compared(readFileSync(path.join(folder, name), 'utf8')));
    return a === b ? [] : [`${name} differs`];
  });
}

function compared(text: string): string {
  const lines: string[] = [];
  let inside: number | undefined;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    // Empty lines, and lines indented deeper than the key, belong to the description.
    if (inside !== undefined && (indent > inside || indent === -1)) continue;
    const key = /^( *(?:- )?)description:(?: |$)/.exec(line)?.[1];
    inside = key?.length;
    if (key === undefined && !/^ {4}(?:codegen\.kb|controller-gen\.kubebuilder\.io)\/version: /.test(line))
      lines.push(line);
  }
  return lines.join('\n');
}
