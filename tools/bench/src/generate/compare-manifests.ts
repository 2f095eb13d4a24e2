import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What differs between the manifests below two folders, a line each; empty: nothing. The annotation with the
 * generator's version, and descriptions, are left out on both sides: the prose of built-in types comes from elsewhere.
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
    // What stands deeper than the key, or is empty, belongs to its text.
    if (inside !== undefined && (indent > inside || indent === -1)) continue;
    const key = /^( *(?:- )?)description:(?: |$)/.exec(line)?.[1];
    inside = key?.length;
    if (key === undefined && !/^ {4}(?:codegen\.kb|controller-gen\.kubebuilder\.io)\/version: /.test(line))
      lines.push(line);
  }
  return lines.join('\n');
}
