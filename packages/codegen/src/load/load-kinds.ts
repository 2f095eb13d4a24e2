import { dnsLabel } from '../markers/definitions/kind-markers.ts';
import type { Marker } from '../markers/marker-definition.ts';
import { newKindFacts } from '../model/facts.ts';
import type { GroupVersion, Kind, NamedType } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import { isTypeDeclaration } from './load-folder.ts';
import { namespacedTypes } from './namespaced-types.ts';
import { type LoadContext, readComments, type TypeDeclaration } from './load-context.ts';
import { resolveDeclaration } from './resolve-declaration.ts';
import { declaredSymbol } from './resolve-reference.ts';
import { apimachineryFile } from './virtual-apimachinery.ts';

/** The kinds that the interfaces of a file declare. Reports interfaces that are half a kind. */
export function loadKinds(context: LoadContext, file: ts.SourceFile, groupVersion: GroupVersion | undefined): Kind[] {
  const kinds: Kind[] = [];
  for (const declaration of namespacedTypes(file.statements)) reportInNamespace(context, declaration);
  for (const statement of file.statements) {
    if (isTypeDeclaration(statement))
      checkKindMarkers(context, readComments(context, statement, 'type').markers, statement.name.text);
    if (ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      const root = rootMarker(readComments(context, statement, 'type').markers);
      if (root !== undefined) reportNoKind(context, root, statement.name.text);
    }
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const root = rootMarker(readComments(context, statement, 'type').markers);
    const extendsObject = extendsKubernetesObject(context, statement);
    if (root !== undefined && !extendsObject) reportNoKind(context, root, statement.name.text);
    else if (root === undefined && extendsObject) {
      context.reporter.report(spanOf(statement.name), {
        code: 'root-marker-missing',
        message: `${statement.name.text} extends KubernetesObject, but is not marked as a kind`,
        hint: 'write // +kubebuilder:object:root=true directly above it; a type that is no kind of its own must not extend KubernetesObject',
      });
    } else if (root !== undefined) {
      const kind = loadKind(context, statement, groupVersion);
      if (kind !== undefined) kinds.push(kind);
    }
  }
  return kinds;
}

function loadKind(
  context: LoadContext,
  declaration: ts.InterfaceDeclaration,
  groupVersion: GroupVersion | undefined,
): Kind | undefined {
  const name = declaration.name.text;
  const span = spanOf(declaration.name);
  if (declaration.typeParameters !== undefined) {
    context.reporter.report(span, {
      code: 'not-a-kind',
      message: `the kind ${name} has type parameters, and nothing says what they stand for`,
      hint: 'write the types of its fields out',
    });
    return undefined;
  }
  const use = resolveDeclaration(context, declaration, []);
  const type = use.kind === 'named' ? context.types.get(use.id) : undefined;
  if (type === undefined) throw new Error(`the kind ${name} was not resolved`);
  if (groupVersion === undefined) {
    context.reporter.report(span, {
      code: 'invalid-name',
      message: `the kind ${name} is in no API group: its folder has no +groupName`,
      hint: 'write // +groupName=<name>.<domain> into a comment that stands free, in groupversion-info.ts of this folder',
    });
    return undefined;
  }
  if (!dnsLabel.test(groupVersion.version)) {
    context.reporter.report(span, {
      code: 'invalid-name',
      message: `the kind ${name} is in no API version: its folder has no +versionName, and "${groupVersion.version}" is none`,
      hint: 'write // +versionName=v1alpha1 beside +groupName, or name the folder so',
    });
  }
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(name)) {
    context.reporter.report(span, {
      code: 'invalid-name',
      message: `${name} is no name of a kind: expected letters and digits, a capital first`,
      hint: 'such as Shop or BatchJob',
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
        code: 'conflicting-markers',
        message: `+${name}: ${problem}`,
        hint: 'keep one of the two',
      });
  }
  return facts;
}

/** Clients are made of what an index exports: a kind inside a namespace would have none. */
function reportInNamespace(context: LoadContext, declaration: TypeDeclaration): void {
  const { markers } = readComments(context, declaration, 'type');
  if (rootMarker(markers) === undefined) checkKindMarkers(context, markers, declaration.name.text);
  const isKind = ts.isInterfaceDeclaration(declaration) && extendsKubernetesObject(context, declaration);
  if (rootMarker(markers) === undefined && !isKind) return;
  context.reporter.report(spanOf(declaration.name), {
    code: 'not-a-kind',
    message: `${declaration.name.text} stands inside a namespace, where no kind can be`,
    hint: 'declare it at the top of the file; its fields may have types of the namespace',
  });
}

/** Markers of kinds have no meaning on other types. */
function checkKindMarkers(context: LoadContext, markers: readonly Marker[], name: string): void {
  if (rootMarker(markers) !== undefined) return;
  for (const { effect, span, name: marker } of markers) {
    if (effect.on !== 'kind') continue;
    context.reporter.report(span, {
      code: 'marker-misplaced',
      message: `+${marker} belongs on a kind, and ${name} is none`,
      hint: 'a kind has // +kubebuilder:object:root=true too, and extends KubernetesObject',
    });
  }
}

function rootMarker(markers: readonly Marker[]): Marker | undefined {
  return markers.find(({ effect }) => effect.on === 'root' && effect.root);
}

function reportNoKind(context: LoadContext, root: Marker, name: string): void {
  context.reporter.report(root.span, {
    code: 'not-a-kind',
    message: `${name} is marked as a kind, but is no interface that extends KubernetesObject`,
    hint: `write: export interface ${name} extends KubernetesObject (from '@kb/apimachinery')`,
  });
}

function extendsKubernetesObject({ checker }: LoadContext, declaration: ts.InterfaceDeclaration): boolean {
  // The set grows while it is walked through: with the parents of those in it.
  const reached = new Set([declaration]);
  for (const { heritageClauses = [] } of reached) {
    for (const { expression } of heritageClauses.flatMap(({ types }) => [...types])) {
      const parent = declaredSymbol(checker, expression)?.declarations?.find(ts.isInterfaceDeclaration);
      if (parent === undefined) continue;
      if (parent.getSourceFile().fileName !== apimachineryFile) reached.add(parent);
      else if (parent.name.text === 'KubernetesObject') return true;
    }
  }
  return false;
}
