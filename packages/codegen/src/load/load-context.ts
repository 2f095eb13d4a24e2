import type { Reporter } from '../diagnostic/reporter.ts';
import type { Marker, MarkerTarget } from '../markers/marker-definition.ts';
import type { FolderFacts } from '../model/facts.ts';
import type { NamedType, TypeId, TypeUse } from '../model/model.ts';
import type { MarkerCollector } from './collect-markers.ts';
import { leadingComments, trailingComments } from './comments.ts';
import type { ts } from './compiler.ts';
import { descriptionOf } from './description.ts';

/** What the type parameters in reach stand for. */
export type Scope = ReadonlyMap<ts.Symbol, TypeUse>;

/** A declaration that can become a type of the model. */
export type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

/** What every step of loading shares. The steps call each other through it. */
export interface LoadContext {
  readonly checker: ts.TypeChecker;
  readonly reporter: Reporter;
  /** Floating point numbers are allowed in schemas. */
  readonly allowFloats: boolean;
  /** The types so far; undefined while a type is being resolved. */
  readonly types: Map<TypeId, NamedType | undefined>;
  /** Every declaration that is in `types`. */
  readonly resolved: Set<TypeDeclaration>;
  readonly collectorOf: (file: ts.SourceFile) => MarkerCollector;
  readonly folderOf: (fileName: string) => FolderFacts;
  /** The type that a type node means. */
  readonly resolve: (node: ts.TypeNode, scope: Scope) => TypeUse;
  /** The type that a declaration makes, with what its type parameters stand for. */
  readonly resolveDeclaration: (declaration: TypeDeclaration, typeArguments: readonly TypeUse[]) => TypeUse;
}

/** The description and the markers of a declaration or a member. */
export interface NodeComments {
  readonly doc: string;
  readonly markers: readonly Marker[];
}

/** Reads the comments of a declaration or a member, and reports markers beside it that belong to nothing. */
export function readComments(context: LoadContext, node: ts.Node, target: MarkerTarget): NodeComments {
  const file = node.getSourceFile();
  const collector = context.collectorOf(file);
  const { attached, detached } = leadingComments(file, node);
  if (target === 'field') {
    for (const block of detached) collector.reject(block, 'it stands inside a type, with a blank line below it');
  }
  collector.reject(trailingComments(file, node), 'it stands behind something on its line');
  return { doc: descriptionOf(attached?.doc ?? []), markers: collector.collect(attached, [target]) };
}
