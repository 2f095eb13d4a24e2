import { ts } from '../../compiler.ts';

/** The scalars that JSON has. */
const scalars = [ts.TypeFlags.String, ts.TypeFlags.Number, ts.TypeFlags.BooleanLike, ts.TypeFlags.Null];

/**
 * True for a type of any JSON, as libraries declare one: `string | number | boolean | null | Json[] | { [key: string]:
 * Json }`. It contains itself, and restricts no more than `unknown` does.
 */
export function isAnyJson(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (!type.isUnion()) return false;
  if (!scalars.every((flag) => type.types.some(({ flags }) => (flags & flag) !== 0))) return false;
  const leads = (part: ts.Type | undefined): boolean => part === type;
  return (
    type.types.some(
      (part) => checker.isArrayType(part) && leads(checker.getTypeArguments(part as ts.TypeReference)[0]),
    ) &&
    type.types.some(
      (part) =>
        (part.flags & ts.TypeFlags.Object) !== 0 &&
        checker.getPropertiesOfType(part).length === 0 &&
        leads(checker.getIndexTypeOfType(part, ts.IndexKind.String)),
    )
  );
}
