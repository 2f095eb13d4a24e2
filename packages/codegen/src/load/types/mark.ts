import { ts } from '../../compiler.ts';
import { scalarOfMark } from '../program/virtual-apimachinery.ts';

/**
 * The type of `@kb/apimachinery` whose name a type carries, even after the compiler mapped over it as if it were an
 * object; undefined for any other type.
 */
export function markOf(checker: ts.TypeChecker, type: ts.Type): string | undefined {
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return undefined;
  const mark = type.getProperty('__kbName');
  const owner = mark?.declarations?.[0]?.parent;
  const scalar = owner !== undefined && ts.isInterfaceDeclaration(owner) ? scalarOfMark(owner.name.text) : undefined;
  return scalar ?? literalOf(checker, mark);
}

/** True for the part of a scalar that carries its name. */
export function isMark(type: ts.Type): boolean {
  const owner = type.getProperty('__kbName')?.declarations?.[0]?.parent;
  return (
    !type.isIntersection() &&
    owner !== undefined &&
    ts.isInterfaceDeclaration(owner) &&
    type.getSymbol()?.name === owner.name.text
  );
}

/** The built-in type whose name a type carries. */
export function builtInMarkOf(checker: ts.TypeChecker, type: ts.Type): string | undefined {
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return undefined;
  return literalOf(checker, type.getProperty('__kbBuiltIn'));
}

function literalOf(checker: ts.TypeChecker, mark: ts.Symbol | undefined): string | undefined {
  const value = mark === undefined ? undefined : checker.getNonNullableType(checker.getTypeOfSymbol(mark));
  return value?.isStringLiteral() === true ? value.value : undefined;
}

/** The IntOrString or Quantity of which a type is one member: both are unions of string and number. */
export function halfOf(checker: ts.TypeChecker, type: ts.Type): { name: string; base: 'text' | 'number' } | undefined {
  if (!type.isIntersection()) return undefined;
  const name = markOf(checker, type);
  if (name !== 'IntOrString' && name !== 'Quantity') return undefined;
  const isText = type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);
  return { name, base: isText ? 'text' : 'number' };
}

/** Replaces the compiler's names for scalars and types of Kubernetes by those that authors know. */
export function withNames(text: string): string {
  return text
    .replaceAll(/\(?(?:number|bigint|string) & KbName_(\w+)\)?/g, '$1')
    .replaceAll(
      /\(?(?:number|string|object) & \{ readonly __kbBuiltIn\?: ['"]([\w./]+)['"](?: \| undefined)?;? \}\)?/g,
      '$1',
    );
}
