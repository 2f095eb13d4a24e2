import type { ApiModel, ApiPackage, Comment, DeclaredType, Field, Reference, TypeUse } from './api-model.ts';
import { breakModel } from './break-model.ts';
import { builtInNames } from './built-in-types.ts';
import { folderMarkers } from './folder-markers.ts';
import { kindMarkers, namesMarker } from './kind-markers.ts';
import { type FindType, type Known, knownBody, knownType } from './known-type.ts';
import type { RawComment, RawField, RawGroup, RawKind, RawModel, RawType, RawUse, RawVersion } from './raw-model.ts';
import { schemaMarkers } from './schema-markers.ts';
import { fieldNames, isCelName, kindNames, pick, typeNames } from './words.ts';

const groupNames = ['shop.example.com', 'batch.example.com', 'a-b.example.io'];
const versionNames = ['v1', 'v1alpha1', 'v1beta1', 'v2', 'v10'];
const scalars = ['string', 'string', 'string', 'bool', 'int32', 'int32', 'int64', 'uint32', 'rune', 'uint64', '[]byte'];
const presences = [
  'required',
  'kubebuilder:validation:Required',
  'k8s:required',
  'optional',
  'kubebuilder:validation:Optional',
  'k8s:optional',
];

/** Makes a field of any type. */
const schemaless = [
  'kubebuilder:validation:Schemaless',
  'kubebuilder:validation:Type=object',
  'kubebuilder:pruning:PreserveUnknownFields',
];

/**
 * Makes an API from the values of fast-check. Every raw model gives one: markers that do not apply are dropped, names
 * that are taken get a number.
 */
export function resolveModel(raw: RawModel): ApiModel {
  const newer = raw.newer % 4 === 1;
  const packages: ApiPackage[] = [];
  const addTypes = (path: string, types: readonly RawType[]): DeclaredType[] => {
    const declared: DeclaredType[] = [];
    const scope = scopeOf(packages, path, declared, newer);
    for (const [index, type] of types.entries()) declared.push(resolveType(type, index, scope));
    return declared;
  };
  if (raw.common.length > 0) packages.push({ path: 'common', markers: [], types: addTypes('common', raw.common) });
  const groups = raw.groups.map((group, index) => ({ group, name: pick(groupNames, group.name + index) }));
  for (const [index, { group, name }] of groups.entries()) {
    if (groups.slice(0, index).some((earlier) => earlier.name === name)) continue;
    const kinds = withNames(group.kinds);
    for (const [number, version] of group.versions.entries()) {
      const versionName = pick(versionNames, number);
      const isNamed = version.flags % 5 === 3;
      const path = `${name.split('.')[0] ?? ''}/${isNamed ? `release${number}` : versionName}`;
      const declared = addTypes(path, version.types);
      const scope = scopeOf(packages, path, declared, newer);
      for (const [kindName, kind] of kinds)
        declared.push(...resolveKind(kindName, kind, { group, version, number }, scope));
      const optional = group.optionalByDefault % 6 === 0 ? ['kubebuilder:validation:Optional'] : [];
      packages.push({
        path,
        markers: [`groupName=${name}`, ...(isNamed ? [`versionName=${versionName}`] : []), ...optional],
        types: declared,
      });
    }
  }
  const model = { packages: withFolderMarkers(packages, folderMarkers(raw.folderMarkers, newer)), newer };
  return raw.broken % 16 === 7 ? breakModel(model, raw.breakage) : model;
}

/** Kinds by their names, none twice. */
function withNames(kinds: readonly RawKind[]): Map<string, RawKind> {
  return new Map(kinds.map((kind) => [pick(kindNames, kind.name), kind]));
}

function withFolderMarkers(packages: readonly ApiPackage[], markers: readonly string[]): ApiPackage[] {
  return packages.map((one, index) =>
    index === packages.length - 1 ? { ...one, markers: [...one.markers, ...markers] } : one,
  );
}

/** What a declaration can use: earlier packages, and its own so far. */
interface Scope {
  readonly path: string;
  /** What only newer releases of controller-gen have is allowed. */
  readonly newer: boolean;
  readonly find: FindType;
  readonly references: () => readonly Reference[];
  readonly isTaken: (name: string) => boolean;
}

function scopeOf(
  packages: readonly ApiPackage[],
  path: string,
  declared: readonly DeclaredType[],
  newer: boolean,
): Scope {
  const typesOf = (of: string): readonly DeclaredType[] =>
    of === path ? declared : (packages.find((one) => one.path === of)?.types ?? []);
  return {
    path,
    newer,
    find({ path: of, name }) {
      const found = typesOf(of).find((type) => type.name === name);
      if (found === undefined) throw new Error(`no type ${name} in ${of}`);
      return found;
    },
    references: () => [
      ...declared.map(({ name }): Reference => ({ kind: 'reference', path, name })),
      ...packages.flatMap((one) =>
        one.types
          .filter(({ body }) => body.kind !== 'struct' || !body.root)
          .map(({ name }): Reference => ({ kind: 'reference', path: one.path, name })),
      ),
    ],
    isTaken: (name) => declared.some((type) => type.name === name),
  };
}

function resolveType(raw: RawType, index: number, scope: Scope): DeclaredType {
  const wanted = pick(typeNames, raw.name);
  const name = scope.isTaken(wanted) ? `${wanted}${index}` : wanted;
  const bare = { name, comment: commentOf(raw.comment, []), body: resolveBody(raw, scope) };
  const markers = schemaMarkers(raw.comment.markers, 'type', knownBody(bare, scope.path, scope.find), scope.newer);
  const enumMarker = bare.body.kind === 'enum' && bare.body.go === 'k8s:enum' ? ['k8s:enum'] : [];
  return { ...bare, comment: commentOf(raw.comment, [...enumMarker, ...markers]) };
}

function resolveBody(raw: RawType, scope: Scope): DeclaredType['body'] {
  switch (pick(['struct', 'struct', 'struct', 'use', 'use', 'enum'], raw.kind)) {
    case 'enum':
      return {
        kind: 'enum',
        values: [...new Set(raw.words)],
        typeScript: raw.name % 3 === 0 ? 'enum' : 'union',
        go: raw.name % 5 === 0 ? 'k8s:enum' : 'Enum',
      };
    case 'use': {
      const use = resolveUse(raw.use, scope);
      return { kind: 'use', use, alias: use.kind === 'scalar' && use.go !== '[]byte' && raw.name % 3 === 0 };
    }
    default:
      return resolveStruct(raw, scope);
  }
}

function resolveStruct(raw: RawType, scope: Scope): Extract<DeclaredType['body'], { kind: 'struct' }> {
  const structs = scope.references().filter((reference) => scope.find(reference).body.kind === 'struct');
  const taken = new Set<string>();
  const parents: Reference[] = [];
  for (const number of structs.length === 0 ? [] : raw.parents) {
    const parent = pick(structs, number);
    const names = (knownType(parent, scope.path, scope.find).fields ?? []).map((field) => field.name);
    if (names.some((name) => taken.has(name)) || parents.some(({ name }) => name === parent.name)) continue;
    for (const name of names) taken.add(name);
    parents.push(parent);
  }
  return { kind: 'struct', root: false, parents, fields: resolveFields(raw.fields, taken, scope) };
}

/** `taken` has the names that are there already. */
function resolveFields(raws: readonly RawField[], taken: Set<string>, scope: Scope): Field[] {
  return raws.map((raw, index) => {
    const wanted = pick(fieldNames, raw.name);
    const name = taken.has(wanted) ? `${wanted}${index}` : wanted;
    const unique = taken.has(name) ? `f${taken.size}` : name;
    taken.add(unique);
    return resolveField(raw, unique, scope);
  });
}

function resolveField(raw: RawField, name: string, scope: Scope): Field {
  const use = resolveUse(raw.use, scope);
  const known = knownType(use, scope.path, scope.find);
  const schema = schemaMarkers(raw.comment.markers, 'field', known, scope.newer).filter(
    (marker) => marker !== 'k8s:immutable' || isCelName(name),
  );
  const markers = raw.presence % 40 === 7 ? schemaless : schema;
  const presence = raw.presence % 4 === 0 ? [pick(presences, raw.presence >> 2)] : [];
  return {
    name,
    comment: commentOf(raw.comment, [...presence, ...markers]),
    optional: raw.optional,
    nullable:
      raw.nullable % 10 !== 0
        ? false
        : markers === schemaless || isEnum(known, schema) || raw.nullable % 20 === 0
          ? 'marker'
          : 'union',
    pointer: raw.pointer,
    use,
  };
}

/**
 * True where `| null` means more than `+nullable`: kb allows null beside the values of an enum, controller-gen does
 * not.
 */
function isEnum({ words, declared }: Known, markers: readonly string[]): boolean {
  const all = [...markers, ...(declared?.comment.markers ?? [])];
  return (
    words !== undefined || declared?.body.kind === 'use' || all.some((marker) => marker.includes('validation:Enum'))
  );
}

function resolveUse({ shape, pick: number, wrap }: RawUse, scope: Scope): TypeUse {
  const references = scope.references().filter((reference) => {
    const { body } = scope.find(reference);
    return body.kind !== 'struct' || !body.root;
  });
  const kind = pick(['scalar', 'scalar', 'reference', 'reference', 'builtIn'], shape);
  let use: TypeUse;
  if (kind === 'reference' && references.length > 0) use = pick(references, number);
  else if (kind === 'builtIn') use = { kind: 'builtIn', name: pick(builtInNames, number) };
  else use = { kind: 'scalar', go: pick(scalars, number) };
  return wrap.reduce<TypeUse>(
    (inner, list) => (list || isJson(inner) ? { kind: 'list', items: inner } : { kind: 'map', values: inner }),
    use,
  );
}

/** A map of it has no name in TypeScript: `Record<string, Json>` is any object. */
function isJson(use: TypeUse): boolean {
  return use.kind === 'builtIn' && use.name === 'apiextensionsv1.JSON';
}

/** Where a kind is. */
interface KindPlace {
  readonly group: RawGroup;
  readonly version: RawVersion;
  readonly number: number;
}

/** A kind, and the types of its spec and its status. */
function resolveKind(
  wanted: string,
  raw: RawKind,
  { group, version, number }: KindPlace,
  scope: Scope,
): DeclaredType[] {
  const specFields = resolveFields(raw.fields, new Set(), scope);
  const structs = scope
    .references()
    .filter(
      ({ path, name }) => path === scope.path && scope.find({ kind: 'reference', path, name }).body.kind === 'struct',
    );
  const spec: DeclaredType = {
    name: `${wanted}Spec`,
    comment: { doc: [], markers: [], place: 'below' },
    body: { kind: 'struct', root: false, parents: [], fields: specFields },
  };
  const specReference: Reference = { kind: 'reference', path: scope.path, name: spec.name };
  const plain = { doc: [], markers: [], place: 'below' } as const;
  const fields: Field[] = [
    { name: 'spec', comment: plain, optional: raw.status, nullable: false, pointer: false, use: specReference },
    ...(raw.status && structs.length > 0
      ? [
          {
            name: 'status',
            comment: plain,
            optional: true,
            nullable: false as const,
            pointer: false,
            use: pick(structs, version.flags),
          },
        ]
      : []),
    ...structs.map((use, index): Field => ({
      name: `part${index}`,
      comment: plain,
      optional: true,
      nullable: false,
      pointer: true,
      use,
    })),
  ];
  const isStored = number === group.storage % group.versions.length;
  const markers = kindMarkers(raw.comment.markers, {
    versions: group.versions.length,
    isStored,
    flags: version.flags,
    hasStatus: fields.some(({ name }) => name === 'status'),
    fields: specFields,
  });
  const names = isStored || raw.name % 2 === 0 ? namesMarker(wanted, raw.comment.markers) : [];
  return [
    spec,
    {
      name: wanted,
      comment: commentOf(raw.comment, [...names, ...markers]),
      body: { kind: 'struct', root: true, parents: [], fields },
    },
  ];
}

function commentOf({ doc, place }: RawComment, markers: readonly string[]): Comment {
  return { doc, markers, place: pick(['below', 'below', 'above', 'inside'], place) };
}
