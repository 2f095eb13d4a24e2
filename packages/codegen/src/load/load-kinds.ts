import { dnsLabel } from '../markers/definitions/kind-markers.ts';
import type { Marker } from '../markers/marker-definition.ts';
import { newKindFacts } from '../model/facts.ts';
import type { GroupVersion, Kind, NamedType } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import { isTypeDeclaration } from './load-folder.ts';
import { type LoadContext, readComments } from './load-context.ts';
import { idOf, resolveDeclaration } from './resolve-declaration.ts';
import { declaredSymbol } from './resolve-reference.ts';
import { apimachineryFile } from './virtual-apimachinery.ts';

/** The kinds that the interfaces of a file declare. Reports interfaces that are half a kind. */
export function loadKinds(context: LoadContext, file: ts.SourceFile, groupVersion: GroupVersion | undefined): Kind[] {
  const kinds: Kind[] = [];
  for (const statement of file.statements) {
    if (isTypeDeclaration(statement))
      checkKindMarkers(context, readComments(context, statement, 'type').markers, statement.name.text);
    if (ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      const root = rootMarker(readComments(context, statement, 'type').markers);
      if (root !== undefined) reportNoKind(context, root, statement.name.text);
    }
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const root = rootMarker(readComments(context, statement, 'type').markers);
    const extendsObject = extendsKubernetesObject(context, statement, new Set());
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
  resolveDeclaration(context, declaration, []);
  const type = context.types.get(idOf(declaration));
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
    });
  }
  return { name, groupVersion, type: type.id, facts: factsOf(context, type), span };
}

function factsOf(context: LoadContext, type: NamedType): Kind['facts'] {
  const facts = newKindFacts();
  for (const { name, effect, span } of type.markers) {
    const problem = effect.on === 'kind' ? effect.apply(facts) : undefined;
    if (problem !== undefined)
      context.reporter.report(span, { code: 'marker-argument', message: `+${name}: ${problem}` });
  }
  return facts;
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

function extendsKubernetesObject(
  context: LoadContext,
  declaration: ts.InterfaceDeclaration,
  seen: Set<ts.Node>,
): boolean {
  if (seen.has(declaration)) return false;
  seen.add(declaration);
  return (declaration.heritageClauses ?? []).some(({ types }) =>
    types.some(({ expression }) => {
      const symbol = declaredSymbol(context.checker, expression);
      const parent = symbol?.declarations?.find(ts.isInterfaceDeclaration);
      if (parent === undefined) return false;
      if (parent.getSourceFile().fileName === apimachineryFile) return parent.name.text === 'KubernetesObject';
      return extendsKubernetesObject(context, parent, seen);
    }),
  );
}
