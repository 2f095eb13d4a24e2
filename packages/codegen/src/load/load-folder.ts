import type { Reporter } from '../diagnostic/reporter.ts';
import type { Marker } from '../markers/marker-definition.ts';
import type { FolderFacts } from '../model/facts.ts';
import type { Permission } from '../model/model.ts';
import type { MarkerCollector } from './collect-markers.ts';
import { leadingComments } from './comments.ts';
import { ts } from './compiler.ts';

/**
 * The markers that a file has for its folder: in comments that stand free, at its end, and directly above what is no type (an import, a constant), where no other kind of
 * marker has a meaning.
 */
export function folderMarkersOf(file: ts.SourceFile, collector: MarkerCollector): Marker[] {
  const markers: Marker[] = [];
  for (const node of [...file.statements, file.endOfFileToken]) {
    const { attached, detached } = leadingComments(file, node);
    for (const block of detached) markers.push(...collector.collect(block, ['folder']));
    if (!isTypeDeclaration(node)) markers.push(...collector.collect(attached, ['folder']));
  }
  return markers;
}

/** Adds what markers say of their folder; permissions go to `permissions`. Reports what contradicts what was said before. */
export function applyFolderMarkers(
  markers: readonly Marker[],
  facts: FolderFacts,
  permissions: Permission[],
  reporter: Reporter,
): void {
  for (const { name, effect, span } of markers) {
    if (effect.on === 'rbac') permissions.push({ ...effect.rule, span });
    if (effect.on !== 'folder') continue;
    const problem = effect.apply(facts);
    if (problem !== undefined) reporter.report(span, { code: 'conflicting-markers', message: `+${name}: ${problem}` });
  }
}

/** True for what the generator can make a type of. */
export function isTypeDeclaration(
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node);
}
