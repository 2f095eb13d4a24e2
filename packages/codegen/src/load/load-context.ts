import type { Reporter } from '../diagnostic/reporter.ts';
import type { Marker, MarkerTarget } from '../markers/marker-definition.ts';
import type { FolderFacts } from '../model/facts.ts';
import type { NamedType, TypeId, TypeUse } from '../model/model.ts';
import type { MarkerCollector } from './comments/collect-markers.ts';
import { leadingComments, trailingComments } from './comments/comments.ts';
import type { ts } from './program/compiler.ts';
import { descriptionOf } from './comments/description.ts';

/** What the type parameters in reach stand for. */
export type Scope = ReadonlyMap<ts.Symbol, TypeUse>;

/** A declaration that can become a type of the model. */
export type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

/** Where a type is that the compiler computed. */
export interface ComputedPlace {
  /** What messages point at. */
  readonly node: ts.Node;
  /** What the type is computed from, as its author wrote it. Default: `node`. */
  readonly written?: ts.TypeNode;
  /** The types that this one is a part of, the outermost first. */
  readonly outer: readonly ts.Type[];
  /** The declaration whose type this is: its name does not stand for it. */
  readonly own?: TypeDeclaration;
}

/** What every step of loading shares. The steps call each other through it. */
export interface LoadContext {
  readonly checker: ts.TypeChecker;
  readonly reporter: Reporter;
  /** Whether floating point numbers are allowed in schemas where a node stands. */
  readonly allowsFloats: (node: ts.Node) => boolean;
  /** The types so far; undefined while a type is being resolved. */
  readonly types: Map<TypeId, NamedType | undefined>;
  /** Every declaration that is in `types`. */
  readonly resolved: Set<TypeDeclaration>;
  /** How many instances of each declaration are being resolved. */
  readonly instances: Map<TypeDeclaration, number>;
  /** Fields whose declared types are being resolved for a computed object. */
  readonly openFields: Set<ts.PropertySignature>;
  readonly collectorOf: (file: ts.SourceFile) => MarkerCollector;
  readonly folderOf: (fileName: string) => FolderFacts;
  /** The type that a type node means. */
  readonly resolve: (node: ts.TypeNode, scope: Scope) => TypeUse;
  /** The type that the compiler computed. */
  readonly resolveComputed: (type: ts.Type, place: ComputedPlace) => TypeUse;
  /** The type that a declaration makes, with what its type parameters stand for. */
  readonly resolveDeclaration: (declaration: TypeDeclaration, typeArguments: readonly TypeUse[]) => TypeUse;
  /** The type that an instance of a generic declaration makes, as the compiler computed it. */
  readonly resolveInstance: (declaration: TypeDeclaration, type: ts.Type) => TypeUse;
}

/** The description and the markers of a declaration or a member. */
export interface NodeComments {
  readonly doc: string;
  readonly markers: readonly Marker[];
}

/** Reads the comments of a declaration or a member, and reports markers beside it that belong to nothing. */
export function readComments(context: LoadContext, node: ts.Node, target: MarkerTarget): NodeComments {
  const present = commentsRead.get(node);
  if (present?.target === target) return present;
  const comments = { target, ...readCommentsAnew(context, node, target) };
  commentsRead.set(node, comments);
  return comments;
}

/** Several steps ask for the comments of one node, and its markers take longer to parse than the node itself. */
const commentsRead = new WeakMap<ts.Node, NodeComments & { readonly target: MarkerTarget }>();

function readCommentsAnew(context: LoadContext, node: ts.Node, target: MarkerTarget): NodeComments {
  const file = node.getSourceFile();
  const collector = context.collectorOf(file);
  const { attached, detached } = leadingComments(file, node);
  if (target === 'field') {
    for (const block of detached) collector.reject(block, 'it stands inside a type, with a blank line below it');
  }
  collector.reject(trailingComments(file, node), 'it stands behind something on its line');
  const markers = collector.collect(attached, [target]);
  const said = markers.find(({ effect }) => effect.on === 'description')?.effect;
  return { doc: said?.on === 'description' ? said.text : descriptionOf(attached?.doc ?? []), markers };
}
