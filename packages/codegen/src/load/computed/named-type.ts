import type { TypeUse } from '../../model/model.ts';
import type { ComputedPlace, LoadContext, TypeDeclaration } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { APIMACHINERY_FILE, apimachineryType } from '../program/virtual-apimachinery.ts';
import { builtInNameOf } from '../program/virtual-kubernetes.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { isNarrowed } from '../types/brand.ts';
import { builtInMarkOf, halfOf, markOf } from '../types/mark.ts';

/** Resolves a declared type whose name the compiler still has. */
export function namedType(context: LoadContext, type: ts.Type, { own, alias }: ComputedPlace): TypeUse | undefined {
  const marked = isNarrowed(context.checker, type) ? undefined : markedType(context, type);
  if (marked !== undefined) return marked;
  for (const symbol of [type.aliasSymbol, type.getSymbol()]) {
    const declarations = symbol?.declarations ?? [];
    const declaration = declarations.find(isNamed);
    if (symbol === undefined || declaration === undefined) continue;
    if ([own, alias].some((each) => each !== undefined && declarations.includes(each))) continue;
    const { fileName } = declaration.getSourceFile();
    if (isLibraryFile(fileName)) continue;
    if (fileName === APIMACHINERY_FILE) return apimachineryType(symbol.name);
    const builtIn = builtInNameOf(fileName, declaration.name.text);
    if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
    const generic = !ts.isEnumDeclaration(declaration) && (declaration.typeParameters?.length ?? 0) > 0;
    // A helper type of another package was not named by the author.
    if (generic && fileName.includes('node_modules/')) continue;
    return generic ? context.resolveInstance(declaration, type) : context.resolveDeclaration(declaration, []);
  }
  return undefined;
}

/**
 * Resolves scalars and similar types, which carry their name in a property: it survives when the compiler maps over
 * them as if they were objects.
 */
function markedType({ checker }: LoadContext, type: ts.Type): TypeUse | undefined {
  const half = halfOf(checker, type);
  // One member of a Quantity is a string without a format, or a number of unknown size.
  if (half !== undefined) return half.base === 'text' ? { kind: 'scalar', scalar: 'string' } : numberOf(half.name);
  const builtIn = builtInMarkOf(checker, type);
  if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
  const name = markOf(checker, type);
  return name === undefined ? undefined : apimachineryType(name);
}

function numberOf(name: string): TypeUse | undefined {
  return name === 'IntOrString' ? { kind: 'scalar', scalar: 'int' } : apimachineryType(name);
}

function isNamed(declaration: ts.Declaration): declaration is TypeDeclaration {
  return (
    ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}
