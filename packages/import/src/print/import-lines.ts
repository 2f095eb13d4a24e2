import { compareText } from '@kb/codegen/reporting';
import type { Declaration, ImportedFile, ImportedFolder, TypeExpression, TypeReference } from '../declaration.ts';
import { literalText } from './literal-text.ts';

/**
 * The imports of a file, a line each, however long: names of other modules, and of other files of its folder. Packages
 * first, then files; all sorted. Throws an Error for a name that the folder does not declare, which is a bug of the
 * caller.
 */
export function importLines(file: ImportedFile, folder: ImportedFolder): readonly string[] {
  const declaredIn = new Map(
    [...folder.files, file].flatMap(({ name, declarations }) => declarations.map((one) => [one.name, name])),
  );
  const used = new Map<string, Set<string>>();
  for (const { name, module, as = name } of file.declarations.flatMap(referencesOf)) {
    const from = module ?? `./${declaredIn.get(name) ?? ''}`;
    if (from === './') throw new Error(`nothing in the folder declares ${name}`);
    if (from === `./${file.name}`) continue;
    used.set(from, (used.get(from) ?? new Set()).add(as === name ? name : `${name} as ${as}`));
  }
  return [...used]
    .sort(([a], [b]) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || compareText(a, b))
    .map(([from, names]) => `import type { ${[...names].sort(compareText).join(', ')} } from ${literalText(from)};`);
}

/** The names that a file declares or imports, as they are in the file. */
export function namesIn({ declarations }: ImportedFile): ReadonlySet<string> {
  return new Set(declarations.flatMap((one) => [one.name, ...referencesOf(one).map(({ name, as = name }) => as)]));
}

function referencesOf({ body }: Declaration): readonly TypeReference[] {
  if (body.kind === 'alias') return referencesIn(body.type);
  return [...body.parents, ...body.members.map(({ type }) => type)].flatMap(referencesIn);
}

function referencesIn(type: TypeExpression): readonly TypeReference[] {
  switch (type.kind) {
    case 'keyword':
    case 'literals':
      return [];
    case 'reference':
      return [type.to, ...(type.typeArguments ?? []).flatMap(referencesIn)];
    case 'list':
      return referencesIn(type.items);
    case 'map':
      return referencesIn(type.values);
    case 'nullable':
    case 'choice':
      return referencesIn(type.of);
    case 'object':
      return type.members.flatMap((member) => referencesIn(member.type));
    case 'union':
    case 'intersection':
      return type.of.flatMap(referencesIn);
  }
}
