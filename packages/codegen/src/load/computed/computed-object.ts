import type { Field, TypeUse } from '../../model/model.ts';
import { compareText } from '../../text/compare-text.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import { withoutBrandProperties } from '../types/brand.ts';
import { mentionsTypeParameter } from '../types/generic-instance.ts';
import { type ComputedPlace, isRequired, type LoadContext, readComments } from '../context/load-context.ts';
import { mapBesideFields } from '../types/map-beside-fields.ts';
import { withNull, withoutNull } from '../types/null.ts';
import { withNames } from '../types/mark.ts';
import { isPending, metaFields, unknownType } from '../../model/type-uses.ts';
import { oneLine } from '../types/union.ts';
import { APIMACHINERY_FILE } from '../program/virtual-apimachinery.ts';
import { builtInNameOf } from '../program/virtual-kubernetes.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { inside, reportAt } from '../validation/schema-type.ts';

/** Resolves an object or a map that the compiler computed. */
export function resolveComputedObject(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse {
  const { checker } = context;
  const properties = inOrder(withoutBrandProperties(checker, checker.getPropertiesOfType(type)));
  const indexes = checker.getIndexInfosOfType(type);
  const values = indexes.find(({ keyType }) => (keyType.flags & ts.TypeFlags.String) !== 0);
  if (indexes.some((index) => index !== values)) {
    return refuse(context, place, 'the keys of a map are strings', 'write Record<string, …>');
  }
  const borrowed = properties.map(ownerOfMethod).find((owner) => owner !== undefined);
  if (borrowed !== undefined) {
    const message = `${oneLine(withNames(checker.typeToString(type)))} has the methods of ${borrowed}, and no schema`;
    return refuse(context, place, message, 'write a list: T[], or a tuple such as [T, T]');
  }
  const isKind = properties.filter(isOfKubernetesObject).length === metaFields.size;
  const own = isKind ? properties.filter((property) => !isOfKubernetesObject(property)) : properties;
  const fields = own.flatMap((property) => fieldOf(context, property, place) ?? []);
  const parents: readonly TypeUse[] = isKind ? [{ kind: 'kubernetesObject' }] : [];
  if (values === undefined) return { kind: 'object', parents, fields, open: false };
  const use = context.resolveComputed(values.type, inside(place, { kind: 'values' }));
  if (properties.length === 0) return { kind: 'map', values: use };
  if (use.kind === 'json') return { kind: 'object', parents, fields, open: true };
  const map = `Record<string, ${oneLine(checker.typeToString(values.type))}>`;
  const { message, hint = '' } = mapBesideFields({ map, values: use, fields });
  return refuse(context, place, message, hint);
}

/**
 * Sorts properties into source order: the compiler orders the properties of a mapped type over literals by where it
 * first met these literals in the program.
 */
function inOrder(properties: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const isDeclared = properties.some(({ declarations = [] }) => declarations.length > 0);
  return isDeclared ? properties : properties.toSorted((a, b) => compareText(a.name, b.name));
}

function fieldOf(context: LoadContext, property: ts.Symbol, place: ComputedPlace): Field | undefined {
  const { checker } = context;
  // The compiler has no printable name for a property whose key is a symbol.
  if (property.name.startsWith('__@') || (property.flags & ts.SymbolFlags.Method) !== 0) {
    refuse(
      context,
      place,
      'only properties with a name have a schema: objects of the API are plain data',
      'write functions beside the type instead',
    );
    return undefined;
  }
  const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const type = checker.getTypeOfSymbol(property);
  // `name?: never`: a field of another member of the union.
  if (optional && (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0) return undefined;
  // Declarations of the standard library were not written by the author: messages point at the use.
  const declaration = property.declarations?.find(
    (each): each is ts.PropertySignature =>
      ts.isPropertySignature(each) && !isLibraryFile(each.getSourceFile().fileName),
  );
  const field = { name: property.name, span: spanOf(place.node) };
  const owner = declaration === undefined ? undefined : builtInOwner(declaration);
  const at = inside(place, { kind: 'field', name: property.name, optional });
  const inner: ComputedPlace = { ...at, ...(declaration?.type !== undefined && { written: declaration.type }) };
  const same = declaration !== undefined && isAsDeclared(checker, declaration, type);
  if (declaration === undefined || owner !== undefined) {
    const use: TypeUse =
      same && owner !== undefined
        ? asComputed({ kind: 'builtInField', owner, field: property.name })
        : context.resolveComputed(type, inner);
    return { ...field, required: !optional, doc: '', markers: [], type: use };
  }
  // The markers of a field apply wherever the field is used.
  const { doc, markers } = readComments(context, declaration, 'field');
  const { optionalByDefault } = context.folderOf(declaration.getSourceFile().fileName);
  const said = (declaration.questionToken !== undefined) === optional;
  const schemaless = markers.some(({ effect }) => effect.on === 'schemaless');
  return {
    ...field,
    required: isRequired(said ? markers : [], optional, said && optionalByDefault),
    doc,
    markers,
    type: schemaless ? unknownType : typeOf(),
  };

  function typeOf(): TypeUse {
    // The type node still has the names of string and number aliases, which the compiler drops.
    if (!same || declaration?.type === undefined || mentionsTypeParameter(checker, declaration.type)) {
      return context.resolveComputed(type, inner);
    }
    // A field inside its own type: the compiler's types show the cycle.
    if (context.openFields.has(declaration)) return context.resolveComputed(type, inner);
    context.openFields.add(declaration);
    const use = context.resolve(declaration.type, new Map());
    context.openFields.delete(declaration);
    return isPending(context.types, use) ? use : asComputed(use);
  }

  /** Applies the nullability that a mapped or conditional type computes for a field. */
  function asComputed(use: TypeUse): TypeUse {
    return allowsNull(type) ? withNull(context.types, use) : withoutNull(context.types, use);
  }
}

/** The type of the standard library that declares a property as a method; undefined for any other property. */
function ownerOfMethod({ flags, declarations = [] }: ts.Symbol): string | undefined {
  const [declaration] = declarations;
  if ((flags & ts.SymbolFlags.Method) === 0 && declaration?.kind !== ts.SyntaxKind.MethodSignature) return undefined;
  const owner = declaration?.parent;
  const isOwner = owner !== undefined && ts.isInterfaceDeclaration(owner);
  return isOwner && isLibraryFile(owner.getSourceFile().fileName) ? owner.name.text : undefined;
}

/** True for the members of every API object, as `@kb/apimachinery` declares them. */
function isOfKubernetesObject({ name, declarations }: ts.Symbol): boolean {
  const owner = declarations?.[0]?.parent;
  if (!metaFields.has(name) || owner === undefined || !ts.isInterfaceDeclaration(owner)) return false;
  return owner.name.text === 'KubernetesObject' && owner.getSourceFile().fileName === APIMACHINERY_FILE;
}

/** The type of Kubernetes that declares a field. */
function builtInOwner(declaration: ts.PropertySignature): string | undefined {
  return ts.isInterfaceDeclaration(declaration.parent)
    ? builtInNameOf(declaration.getSourceFile().fileName, declaration.parent.name.text)
    : undefined;
}

/** True when a computed type equals the declared one, apart from null and undefined. */
function isAsDeclared(checker: ts.TypeChecker, declaration: ts.PropertySignature, type: ts.Type): boolean {
  if (declaration.type === undefined) return false;
  if (type === checker.getTypeAtLocation(declaration.name)) return true;
  const [ours, theirs] = [type, checker.getTypeFromTypeNode(declaration.type)].map(valuesOf);
  return ours !== undefined && ours.size === theirs?.size && [...ours].every((part) => theirs.has(part));
}

/** The members of a type as a union, without null and undefined. */
function valuesOf(type: ts.Type): ReadonlySet<ts.Type> {
  const parts = type.isUnion() ? type.types : [type];
  return new Set(parts.filter(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0));
}

function allowsNull(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

function refuse(context: LoadContext, place: ComputedPlace, message: string, hint: string): TypeUse {
  reportAt(context, place, { code: 'KB_NO_SCHEMA', message, hint });
  return unknownType;
}
