import { type FieldEntry, readData, readPackageFile, type TypeEntry } from './package-file.ts';
import { parseTypeExpression } from './type-expression.ts';
import type { FieldData, InlineData, PackageName, TypeData, TypeName } from './type-data.ts';

/** A package of the data file. */
export interface PackageData {
  readonly name: PackageName;
  /** Import path of the Go package. */
  readonly goPackage: string;
  /** API group, empty for the core group; absent when the package is not a group version. */
  readonly group?: string;
  readonly version?: string;
}

interface LoadedPackage {
  readonly data: PackageData;
  /** Entries stay unparsed until they are needed. */
  readonly entries: ReadonlyMap<string, TypeEntry>;
  readonly types: Map<string, TypeData>;
}

const loaded = new Map<PackageName, LoadedPackage>();
let index: { readonly names: readonly PackageName[]; readonly known: ReadonlySet<string> } | undefined;
let clientNodeNames: ReadonlyMap<string, string> | undefined;
let notExported: Readonly<Record<PackageName, readonly string[]>> | undefined;

/** Every package of the data file, sorted. */
export function packageNames(): readonly PackageName[] {
  return packageIndex().names;
}

/** A package, or undefined. */
export function packageOf(name: PackageName): PackageData | undefined {
  return load(name)?.data;
}

/** The types of a package, sorted by name. Throws a RangeError for a package that is not there. */
export function typesOf(name: PackageName): readonly TypeData[] {
  const found = load(name);
  if (!found) throw new RangeError(`the data file has no package "${name}"`);
  const result: TypeData[] = [];
  for (const [localName, entry] of found.entries) result.push(typeIn(found, localName, entry));
  return result;
}

/**
 * A type by its full name (`core/v1.PodSpec`), or undefined. Reads the file of its package on first
 * use.
 */
export function typeOf(name: string): TypeData | undefined {
  const dot = name.lastIndexOf('.');
  const found = load(name.slice(0, Math.max(dot, 0)));
  const localName = name.slice(dot + 1);
  const entry = found?.entries.get(localName);
  return found && entry && typeIn(found, localName, entry);
}

/**
 * Whether `@kb/kubernetes/<package>` exports a type of a group version: some are types of Go alone, which
 * `@kubernetes/client-node` has no class for.
 */
export function isExported({ package: owner, localName }: TypeData): boolean {
  notExported ??= readData('not-exported.json') as Readonly<Record<PackageName, readonly string[]>>;
  return !(Object.hasOwn(notExported, owner) && (notExported[owner] ?? []).includes(localName));
}

/** The type that a class of client-node stands for (`V1PodSpec`, `CoreV1Event`), or undefined. */
export function typeNameOfClientNode(name: string): TypeName | undefined {
  clientNodeNames ??= new Map(Object.entries(readData('client-node.json') as Record<string, string>));
  return clientNodeNames.get(name) as TypeName | undefined;
}

function packageIndex(): NonNullable<typeof index> {
  if (!index) {
    const names = readData('packages.json') as PackageName[];
    index = { names, known: new Set(names) };
  }
  return index;
}

function load(name: PackageName): LoadedPackage | undefined {
  const present = loaded.get(name);
  // Names come from authors' sources: only a package of the index becomes part of a file name.
  if (present || !packageIndex().known.has(name)) return present;
  const { goPackage, group, version, types } = readPackageFile(name);
  const result: LoadedPackage = {
    data: { name, goPackage, ...(group !== undefined && { group }), ...(version !== undefined && { version }) },
    entries: new Map(Object.entries(types)),
    types: new Map(),
  };
  loaded.set(name, result);
  return result;
}

function typeIn(from: LoadedPackage, localName: string, entry: TypeEntry): TypeData {
  let type = from.types.get(localName);
  if (!type) {
    type = typeFromEntry(from.data.name, localName, entry);
    from.types.set(localName, type);
  }
  return type;
}

function typeFromEntry(packageName: PackageName, localName: string, entry: TypeEntry): TypeData {
  const { type, fields, inline, refused = false, deprecated = false, ...rest } = entry;
  return {
    name: `${packageName}.${localName}`,
    localName,
    package: packageName,
    struct: fields !== undefined,
    fields: fieldsFromEntries(packageName, fields ?? {}),
    inline: (inline ?? []).map((embedded) => inlineFromEntry(packageName, embedded)),
    ...(type !== undefined && { type: parseTypeExpression(type, packageName) }),
    ...rest,
    refused,
    deprecated,
  };
}

function fieldsFromEntries(packageName: PackageName, entries: NonNullable<TypeEntry['fields']>): FieldData[] {
  let number = 0;
  return Object.entries(entries).map(([key, entry]) => {
    const field = fieldFromEntry(packageName, key, entry, number + 1);
    number = field.protobuf;
    return field;
  });
}

function fieldFromEntry(
  packageName: PackageName,
  key: string,
  entry: string | FieldEntry,
  usualNumber: number,
): FieldData {
  const required = !key.endsWith('?');
  const { type, omit, deprecated = false, ...rest } = typeof entry === 'string' ? { type: entry } : entry;
  return {
    name: required ? key : key.slice(0, -1),
    type: parseTypeExpression(type, packageName),
    required,
    omit: omit ?? (required ? 'never' : 'empty'),
    protobuf: usualNumber,
    ...rest,
    deprecated,
  };
}

function inlineFromEntry(packageName: PackageName, entry: NonNullable<TypeEntry['inline']>[number]): InlineData {
  const { type, schema, protobuf = 0 } = typeof entry === 'string' ? { type: entry } : entry;
  return { type: parseTypeExpression(type, packageName), ...(schema && { schema }), protobuf };
}
