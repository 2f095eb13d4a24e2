import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding, Reporter } from '../../diagnostic/reporter.ts';
import type { Marker, MarkerTarget } from '../../markers/define/marker-definition.ts';
import { looksLikeMarker } from '../../markers/parse/parse-marker.ts';
import type { FolderFacts } from '../../facts/facts.ts';
import type { AbsentField, NamedType, TypeId, TypeUse } from '../../model/model.ts';
import { type MarkerCollector, TRAILING_PLACE } from '../comments/collect-markers.ts';
import { type CommentBlock, leadingComments, trailingComments } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { type CollectedTags, collectTags, tagsAfter } from '../comments/collect-tags.ts';
import { descriptionOf } from '../comments/description.ts';
import type { SchemaPlace } from './schema-place.ts';

/** The arguments of the type parameters in scope. */
export type Scope = ReadonlyMap<ts.Symbol, TypeUse>;

/** A declaration that can become a type of the model. */
export type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

/** True for declarations that can become a type of the model. */
export function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node);
}

/** The place of a type that the compiler computed. */
export interface ComputedPlace {
  /** The node that messages point at. */
  readonly node: ts.Node;
  /** The type as its author wrote it, from which it is computed. Default: `node`. */
  readonly written?: ts.TypeNode;
  /** The types that contain this one, the outermost first. */
  readonly outer: readonly ts.Type[];
  /** The declaration whose type this is: resolve its contents, not a reference to its name. */
  readonly own?: TypeDeclaration;
  /**
   * The alias whose whole type this is: the compiler may use its name in place of the generic type that it
   * instantiates.
   */
  readonly alias?: TypeDeclaration;
  /** Its path in the type of a validation library's schema. */
  readonly schema?: SchemaPlace;
}

/** The state that the steps of loading share, and the functions by which they call each other. */
export interface LoadContext {
  readonly checker: ts.TypeChecker;
  readonly reporter: Pick<Reporter, 'report'>;
  /** Whether floating point numbers are allowed in the schemas at a node. */
  readonly allowsFloats: (node: ts.Node) => boolean;
  /** The types so far; undefined while a type is being resolved. */
  readonly types: Map<TypeId, NamedType | undefined>;
  /** Every declaration that is in `types`. */
  readonly resolved: Set<TypeDeclaration>;
  /** The sources of the project's API packages, named as the reader names them. */
  readonly fileNames: readonly string[];
  /**
   * Reports a type that the compiler resolves to `any`, unless something inside it is wrong, which is reported instead.
   */
  readonly reportAny: (written: ts.Node, span: Span, finding: Finding) => void;
  /** The number of instances of each declaration that are being resolved. */
  readonly instances: Map<TypeDeclaration, number>;
  /** The fields that declared objects exclude by `never`. */
  readonly absent: AbsentField[];
  /** Fields whose declared types are being resolved for a computed object. */
  readonly openFields: Set<ts.PropertySignature>;
  readonly collectorOf: (file: ts.SourceFile) => MarkerCollector;
  readonly folderOf: (fileName: string) => FolderFacts;
  /** Resolves a type node. */
  readonly resolve: (node: ts.TypeNode, scope: Scope) => TypeUse;
  /** Resolves a type that the compiler computed. */
  readonly resolveComputed: (type: ts.Type, place: ComputedPlace) => TypeUse;
  /** Resolves a declaration with arguments for its type parameters. */
  readonly resolveDeclaration: (declaration: TypeDeclaration, typeArguments: readonly TypeUse[]) => TypeUse;
  /**
   * Resolves an instance of a generic declaration as the compiler computed it. `alias`: the declaration whose whole
   * type it is.
   */
  readonly resolveInstance: (declaration: TypeDeclaration, type: ts.Type, alias?: TypeDeclaration) => TypeUse;
}

/** The description and the markers of a declaration or a member. */
export interface NodeComments {
  readonly doc: string;
  readonly markers: readonly Marker[];
}

/**
 * Reads the comments of a declaration or a member that becomes part of a schema, including the rules of its JSDoc tags.
 * In the project's own sources, reports tags that are not rules, and those that contradict a marker; installed packages
 * cannot be changed by the author.
 */
export function readComments(context: LoadContext, node: ts.Node, target: MarkerTarget): NodeComments {
  const { doc, markers, tags } = readAll(context, node, target);
  if (!node.getSourceFile().fileName.includes('node_modules/'))
    for (const { span, finding } of tags.problems) context.reporter.report(span, finding);
  return { doc, markers: tags.markers.length === 0 ? markers : [...markers, ...tags.markers] };
}

/**
 * Reads the markers of a declaration or a member, whether it becomes part of a schema or not; JSDoc tags are not read.
 */
export function readMarkers(context: LoadContext, node: ts.Node, target: MarkerTarget): readonly Marker[] {
  return readAll(context, node, target).markers;
}

interface AllComments extends NodeComments {
  readonly target: MarkerTarget;
  readonly tags: CollectedTags;
}

/** A cache: several steps need the comments of one node, and parsing its markers takes longer than parsing the node. */
const commentsRead = new WeakMap<ts.Node, AllComments>();

/** Reports invalid markers, and those beside the node that belong to no declaration. */
function readAll(context: LoadContext, node: ts.Node, target: MarkerTarget): AllComments {
  const present = commentsRead.get(node);
  if (present?.target === target) return present;
  const file = node.getSourceFile();
  const collector = context.collectorOf(file);
  const { attached, detached, apart } = leadingComments(file, node);
  const ofField = target === 'field' ? apart : undefined;
  if (target === 'field') {
    for (const block of detached)
      if (block !== apart) collector.reject(block, 'it is inside a type, with a blank line below it');
  }
  const trailing = trailingComments(file, node);
  collector.reject(trailing, TRAILING_PLACE);
  const lines = [...(ofField?.lines ?? []), ...(attached?.lines ?? [])];
  const markers = collector.collect({ lines, doc: [] }, [target]);
  const said = markers.find(({ effect }) => effect.on === 'description')?.effect;
  const docLines = attached !== undefined && attached.doc.length > 0 ? attached.doc : docApart(apart, target);
  const read = collectTags(file, { doc: docLines, lines }, target, markers);
  const tags = { ...read, problems: [...read.problems, ...tagsAfter(file, trailing)] };
  const doc =
    said?.on === 'description'
      ? said.text
      : withLineEnds(
          descriptionOf(
            docLines.map(({ text }) => text),
            { target, keepsBlankLines: markers.some(({ effect }) => effect.on === 'blankLines') },
          ),
          markers,
        );
  const comments = { target, doc, markers, tags };
  commentsRead.set(node, comments);
  return comments;
}

/** Restores the spaces at the ends of a description's lines. */
function withLineEnds(description: string, markers: readonly Marker[]): string {
  const ends = markers.flatMap(({ effect }) => (effect.on === 'lineEnds' ? [effect.text] : []));
  return description.replaceAll('\n', `${ends.join('')}\n`);
}

/**
 * Returns the JSDoc comment above a blank line. Above a declaration, a comment with markers, tags of files such as
 * `@module`, or a licence belongs to the file instead, and is ignored.
 */
function docApart(apart: CommentBlock | undefined, target: MarkerTarget): CommentBlock['doc'] {
  if (apart === undefined) return [];
  const isOfFile =
    target === 'type' &&
    apart.doc.some(
      ({ text }) =>
        looksLikeMarker(text.trim()) ||
        /^\s*@(?:packageDocumentation|file|fileoverview|module|license|copyright)\b/.test(text) ||
        /\b(?:copyright|licensed|SPDX-License-Identifier)\b/i.test(text),
    );
  return isOfFile ? [] : apart.doc;
}

/** True when a field is required: markers override the question mark, and kubebuilder's override Kubernetes'. */
export function isRequired(markers: readonly Marker[], optional: boolean, optionalByDefault: boolean): boolean {
  for (const family of ['kubebuilder', 'kubernetes'] as const) {
    const said = markers.flatMap(({ effect }) =>
      effect.on === 'presence' && effect.family === family ? [effect.required] : [],
    );
    if (said.length > 0) return said.every((required) => required);
  }
  return !optional && !optionalByDefault;
}
