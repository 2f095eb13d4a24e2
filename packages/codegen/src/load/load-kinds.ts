import { DNS_LABEL } from '../markers/definitions/kind-markers.ts';
import type { Marker } from '../markers/define/marker-definition.ts';
import { newKindFacts } from '../facts/facts.ts';
import type { GroupVersion, Kind, NamedType } from '../model/model.ts';
import { spanOf } from './comments/comments.ts';
import { ts } from '../compiler.ts';
import { namespacedTypes } from './namespaced-types.ts';
import { isTypeDeclaration, type LoadContext, readMarkers, type TypeDeclaration } from './context/load-context.ts';
import { resolveDeclaration } from './resolve/resolve-declaration.ts';
import { reportMissing } from './findings/missing-type.ts';
import { declaredSymbol } from './context/declared-symbol.ts';
import { isKindAlias, isKindLike, itemOfList, parentsOf } from './kind-like.ts';

/** Returns the kinds that a file declares. Reports interfaces that lack a part of a kind. */
export function loadKinds(context: LoadContext, file: ts.SourceFile, groupVersion: GroupVersion | undefined): Kind[] {
  const kinds: Kind[] = [];
  for (const declaration of namespacedTypes(file.statements)) reportInNamespace(context, declaration);
  for (const statement of file.statements) {
    if (isTypeDeclaration(statement))
      checkKindMarkers(context, readMarkers(context, statement, 'type'), statement.name.text);
    if (!isTypeDeclaration(statement)) continue;
    const root = rootMarker(readMarkers(context, statement, 'type'));
    const extendsObject = isKindLike(context.checker, statement);
    if (root === undefined && !extendsObject) continue;
    const item = itemOfList(context, statement);
    if (item !== undefined) reportList(context, statement, root, item);
    else if (!isKind(context, statement, extendsObject)) reportNoKind(context, statement, root);
    else if (root === undefined) {
      // A generic base of kinds, to which each kind gives its own types.
      if (statement.typeParameters !== undefined) continue;
      context.reporter.report(spanOf(statement.name), {
        code: 'KB_ROOT_MARKER_MISSING',
        message: `${statement.name.text} extends KubernetesObject, but is not marked as a kind`,
        hint: 'write // +kubebuilder:object:root=true directly above it; a type that is not a kind of its own must not extend KubernetesObject',
      });
    } else {
      const kind = loadKind(context, statement, groupVersion);
      if (kind !== undefined) kinds.push(kind);
    }
  }
  return kinds;
}

function isKind(
  context: LoadContext,
  declaration: TypeDeclaration,
  extendsObject: boolean,
): declaration is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (ts.isInterfaceDeclaration(declaration) && extendsObject) || isKindAlias(context, declaration);
}

function loadKind(
  context: LoadContext,
  declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  groupVersion: GroupVersion | undefined,
): Kind | undefined {
  const name = declaration.name.text;
  const span = spanOf(declaration.name);
  if (declaration.typeParameters !== undefined) {
    context.reporter.report(span, {
      code: 'KB_NOT_A_KIND',
      message: `a kind cannot have type parameters, and ${name} has`,
      hint: `remove the marker here, and write it above a type without parameters: export type My${name} = ${name}<${declaration.typeParameters.map((parameter) => `My${parameter.name.text}`).join(', ')}>`,
    });
    return undefined;
  }
  const use = resolveDeclaration(context, declaration, []);
  const type = use.kind === 'named' ? context.types.get(use.id) : undefined;
  if (type === undefined) throw new Error(`the kind ${name} was not resolved`);
  if (groupVersion === undefined) {
    context.reporter.report(span, {
      code: 'KB_INVALID_NAME',
      message: `the kind ${name} is in no API group: its folder has no +groupName`,
      hint: 'write // +groupName=<name>.<domain> into a comment that stands free, in groupversion-info.ts of this folder',
    });
    return undefined;
  }
  if (!DNS_LABEL.test(groupVersion.version)) {
    const isHere = groupVersion.version === '.';
    context.reporter.report(span, {
      code: 'KB_INVALID_NAME',
      message: `the kind ${name} is in no API version: its folder has no +versionName, and ${
        isHere ? 'the name of the folder that kb was called in does not count' : `"${groupVersion.version}" is none`
      }`,
      hint: `write // +versionName=v1alpha1 beside +groupName, or ${isHere ? 'call kb in the folder above, with --api <this folder>' : 'name the folder so'}`,
    });
  }
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(name)) {
    const isAllowed = /^[a-z][A-Za-z0-9]{0,62}$/.test(name);
    context.reporter.report(span, {
      code: 'KB_INVALID_NAME',
      message: isAllowed
        ? `the name of the kind ${name} begins with a small letter: the API server accepts it, but it is unusual`
        : `${name} is not a valid name of a kind: expected letters and digits, beginning with a capital`,
      hint: 'such as Shop or BatchJob',
      ...(isAllowed && { severity: 'warning' }),
    });
  }
  return { name, groupVersion, type: type.id, facts: factsOf(context, type), span };
}

function factsOf(context: LoadContext, type: NamedType): Kind['facts'] {
  const facts = newKindFacts();
  for (const { name, effect, span } of type.markers) {
    const problem = effect.on === 'kind' ? effect.apply(facts, span) : undefined;
    if (problem !== undefined)
      context.reporter.report(span, {
        code: 'KB_CONFLICTING_MARKERS',
        message: `+${name}: ${problem}`,
        hint: 'keep one of the two',
      });
  }
  return facts;
}

/** Clients import kinds from an index, and those in a namespace cannot be exported there. */
function reportInNamespace(context: LoadContext, declaration: TypeDeclaration): void {
  const markers = readMarkers(context, declaration, 'type');
  if (rootMarker(markers) === undefined) checkKindMarkers(context, markers, declaration.name.text);
  if (rootMarker(markers) === undefined && !isKindLike(context.checker, declaration)) return;
  context.reporter.report(spanOf(declaration.name), {
    code: 'KB_NOT_A_KIND',
    message: `${declaration.name.text} is inside a namespace, where a kind cannot be`,
    hint: 'declare it at the top of the file; its fields may have types of the namespace',
  });
}

/** Reports markers of kinds on other types, where they have no meaning. */
function checkKindMarkers(context: LoadContext, markers: readonly Marker[], name: string): void {
  if (rootMarker(markers) !== undefined) return;
  for (const { effect, span, name: marker } of markers) {
    if (effect.on !== 'kind') continue;
    context.reporter.report(span, {
      code: 'KB_MARKER_MISPLACED',
      message: `+${marker} belongs on a kind, and ${name} is not a kind`,
      hint: 'a kind has // +kubebuilder:object:root=true too, and extends KubernetesObject',
    });
  }
}

function rootMarker(markers: readonly Marker[]): Marker | undefined {
  return markers.find(({ effect }) => effect.on === 'root' && effect.root);
}

function reportNoKind(context: LoadContext, declaration: TypeDeclaration, root: Marker | undefined): void {
  // The cause is a parent that was not found: a missing import, or a misspelt name.
  const missing = ts.isInterfaceDeclaration(declaration)
    ? parentsOf(declaration).find((parent) => declaredSymbol(context.checker, parent)?.declarations === undefined)
    : undefined;
  if (missing !== undefined) {
    reportMissing(context, missing, undefined);
    return;
  }
  const name = declaration.name.text;
  const span = root?.span ?? spanOf(declaration.name);
  if (ts.isTypeAliasDeclaration(declaration) && isUnion(declaration.type)) {
    context.reporter.report(span, {
      code: 'KB_NOT_A_KIND',
      message: `${name} is a union, and a kind cannot be one`,
      hint: `put the union inside: export type ${name} = KubernetesObject & { spec: A | B } (KubernetesObject from '@kb/apimachinery')`,
    });
    return;
  }
  context.reporter.report(span, {
    code: 'KB_NOT_A_KIND',
    message: ts.isTypeAliasDeclaration(declaration)
      ? `${name} is marked as a kind, but is not an alias of a KubernetesObject`
      : `${name} is marked as a kind, but is not an interface that extends KubernetesObject`,
    hint: `write: export interface ${name} extends KubernetesObject (from '@kb/apimachinery')${
      ts.isTypeAliasDeclaration(declaration) ? `, or export type ${name} = KubernetesObject & { spec: … }` : ''
    }`,
  });
}

function isUnion(type: ts.TypeNode): boolean {
  return ts.isUnionTypeNode(type) || (ts.isParenthesizedTypeNode(type) && isUnion(type.type));
}

function reportList(context: LoadContext, { name }: TypeDeclaration, root: Marker | undefined, item: string): void {
  context.reporter.report(root?.span ?? spanOf(name), {
    code: 'KB_NOT_A_KIND',
    message: `${name.text} is a list of ${item}, and lists are not kinds that need a declaration`,
    hint: `delete it: every kind has a list, ${item}List unless +kb:listKind names it otherwise`,
  });
}
