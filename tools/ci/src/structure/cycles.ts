import { posix } from 'node:path';
import { ownImports, type SourceFile } from './source-files.ts';

/**
 * Returns the groups of files in an import cycle, including type imports. Each group is sorted; a file that imports
 * only itself is not a group.
 */
export function fileCycles(sources: readonly SourceFile[]): string[][] {
  return cyclesOf(importGraph(sources));
}

/**
 * Returns the groups of folders in an import cycle, at every depth. `entries`, which package.json exports, and files
 * directly in `src` are left out: entries import every folder, and shared files are in no folder.
 */
export function folderCycles(sources: readonly SourceFile[], entries: ReadonlySet<string> = new Set()): string[][] {
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of importGraph(sources)) {
    const folder = posix.dirname(file);
    if (folder === '.' || entries.has(file)) continue;
    const others = graph.get(folder) ?? new Set();
    graph.set(folder, others);
    for (const target of targets) {
      const other = posix.dirname(target);
      if (other !== folder && other !== '.') others.add(other);
    }
  }
  return cyclesOf(graph);
}

/** Maps each source to the sources that it imports. Tests are left out: they may import everything. */
function importGraph(sources: readonly SourceFile[]): Map<string, Set<string>> {
  const checked = sources.filter(({ isTest }) => !isTest);
  const paths = new Set(checked.map(({ path }) => path));
  return new Map(
    checked.map((source) => [source.path, new Set(ownImports(source).filter((target) => paths.has(target)))]),
  );
}

/** The strongly connected components of more than one node: Tarjan's algorithm. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const indexes = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const index = indexes.size;
    indexes.set(node, index);
    path.push(node);
    onPath.add(node);
    let low = index;
    for (const next of graph.get(node) ?? []) {
      const known = indexes.get(next);
      if (known === undefined) low = Math.min(low, visit(next));
      else if (onPath.has(next)) low = Math.min(low, known);
    }
    if (low === index) {
      const members = path.splice(path.indexOf(node));
      for (const member of members) onPath.delete(member);
      if (members.length > 1) cycles.push(members.toSorted());
    }
    return low;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
