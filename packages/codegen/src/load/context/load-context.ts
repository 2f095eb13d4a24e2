import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Finding, Reporter } from '../../diagnostic/reporter.ts';
import type { Marker, MarkerTarget } from '../../markers/define/marker-definition.ts';
import { looksLikeMarker } from '../../markers/parse/parse-marker.ts';
import type { FolderFacts } from '../../facts/facts.ts';
import type { AbsentField, NamedType, TypeId, TypeUse } from '../../model/model.ts';
import { type MarkerCollector, TRAILING_PLACE } from '../comments/collect-markers.ts';
import { type CommentBlock, leadingComments, trailingComments } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { type CollectedTags, collectTags } from '../comments/collect-tags.ts';
import { descriptionOf } from '../comments/description.ts';
import type { SchemaPlace } from './schema-place.ts';

/** What the type parameters in reach stand for. */
export type Scope = ReadonlyMap<ts.Symbol, TypeUse>;

/** A declaration that can become a type of the model. */
export type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

/** True for what the generator can make a type of. */
export function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node);
}

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
  /**
   * The alias whose whole type this is: for the compiler that may be its name, in place of that of the generic type
   * that it is an instance of.
   */
  readonly alias?: TypeDeclaration;
  /** Where it is in the type of a validation library's schema. */
  readonly schema?: SchemaPlace;
}

/** What every step of loading shares. The steps call each other through it. */
export interface LoadContext {
  readonly checker: ts.TypeChecker;
  readonly reporter: Pick<Reporter, 'report'>;
  /** Whether floating point numbers are allowed in schemas where a node stands. */
  readonly allowsFloats: (node: ts.Node) => boolean;
  /** The types so far; undefined while a type is being resolved. */
  readonly types: Map<TypeId, NamedType | undefined>;
  /** Every declaration that is in `types`. */
  readonly resolved: Set<TypeDeclaration>;
  /** The sources of the project's API packages, as a reader names them. */
  readonly fileNames: readonly string[];
  /**
   * Reports a type that is `any` for the compiler, unless what it is made of is wrong: that is what has to be said
   * then.
   */
  readonly reportAny: (written: ts.Node, span: Span, finding: Finding) => void;
  /** How many instances of each declaration are being resolved. */
  readonly instances: Map<TypeDeclaration, number>;
  /** Every field that a declared object says not to have. */
  readonly absent: AbsentField[];
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
  /**
   * The type that an instance of a generic declaration makes, as the compiler computed it. `alias`: the declaration
   * whose whole type it is.
   */
  readonly resolveInstance: (declaration: TypeDeclaration, type: ts.Type, alias?: TypeDeclaration) => TypeUse;
}

/** The description and the markers of a declaration or a member. */
export interface NodeComments {
  readonly doc: string;
  readonly markers: readonly Marker[];
}

/**
 * Reads the comments of a declaration or a member that a schema is made of: with the rules that its JSDoc tags give.
 * Reports tags that are not rules, and those that contradict a marker: in the sources of the project, since nobody can
 * change those of other packages.
 */
export function readComments(context: LoadContext, node: ts.Node, target: MarkerTarget): NodeComments {
  const { doc, markers, tags } = readAll(context, node, target);
  if (!node.getSourceFile().fileName.includes('node_modules/'))
    for (const { span, finding } of tags.problems) context.reporter.report(span, finding);
  return { doc, markers: tags.markers.length === 0 ? markers : [...markers, ...tags.markers] };
}

/**
 * The markers of a declaration or a member, whether a schema is made of it or not: tags of JSDoc are only prose there.
 */
export function readMarkers(context: LoadContext, node: ts.Node, target: MarkerTarget): readonly Marker[] {
  return readAll(context, node, target).markers;
}

interface AllComments extends NodeComments {
  readonly target: MarkerTarget;
  readonly tags: CollectedTags;
}

/** Several steps ask for the comments of one node, and its markers take longer to parse than the node itself. */
const commentsRead = new WeakMap<ts.Node, AllComments>();

/** Reports markers that are wrong, and those beside the node that belong to nothing. */
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
  collector.reject(trailingComments(file, node), TRAILING_PLACE);
  const lines = [...(ofField?.lines ?? []), ...(attached?.lines ?? [])];
  const markers = collector.collect({ lines, doc: [] }, [target]);
  const said = markers.find(({ effect }) => effect.on === 'description')?.effect;
  const docLines = attached !== undefined && attached.doc.length > 0 ? attached.doc : docApart(apart, target);
  const tags = collectTags(file, { doc: docLines, lines }, target, markers);
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

/** A description with the blanks that its lines end with. */
function withLineEnds(description: string, markers: readonly Marker[]): string {
  const ends = markers.flatMap(({ effect }) => (effect.on === 'lineEnds' ? [effect.text] : []));
  return description.replaceAll('\n', `${ends.join('')}\n`);
}

/**
 * The JSDoc comment with a blank line below it: above a declaration one that is about the file, or has markers of the
 * folder, is not the declaration's.
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

/** True when a field has to be there: markers win over the question mark, kubebuilder's over Kubernetes'. */
export function isRequired(markers: readonly Marker[], optional: boolean, optionalByDefault: boolean): boolean {
  for (const family of ['kubebuilder', 'kubernetes'] as const) {
    const said = markers.flatMap(({ effect }) =>
      effect.on === 'presence' && effect.family === family ? [effect.required] : [],
    );
    if (said.length > 0) return said.every((required) => required);
  }
  return !optional && !optionalByDefault;
}
