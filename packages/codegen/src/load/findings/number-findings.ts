import type { Finding } from '../../diagnostic/reporter.ts';

/** The finding for a number of unknown size. */
export const plainNumber: Finding = {
  code: 'KB_PLAIN_NUMBER',
  message: 'a plain number has no place in a schema: say what kind of number it is',
  hint:
    'int32 or int64 for whole numbers, such as a port number, Quantity for amounts ("1.5", "100m"), IntOrString for a port given by number or name,\n' +
    "or a count or a percentage: all from '@kb/apimachinery';\n" +
    'float64 where floating point numbers are allowed',
};

/** The finding for a plain number somewhere inside a type that the compiler computed. */
export const plainNumberInside: Finding = {
  code: 'KB_PLAIN_NUMBER',
  message: 'this type is, or contains, a plain number, which has no place in a schema',
  hint: "use int32, int64, Quantity or IntOrString (from '@kb/apimachinery')",
};

/** The finding for a plain number in a validation library's schema. */
export const numberOfSchema: Finding = {
  code: 'KB_PLAIN_NUMBER',
  message: 'its type does not say what kind of number it is: the type of whole numbers is number too',
  hint: "write int32, int64 or Quantity, from '@kb/apimachinery'",
};

/** The finding for `float32` and `float64` when they are not allowed. */
export const floatingPoint: Finding = {
  code: 'KB_PLAIN_NUMBER',
  message: 'floating point numbers are not allowed: languages and tools read them differently',
  hint: "use int32, int64 or Quantity (from '@kb/apimachinery'), or set allowDangerousTypes: true under generate in PROJECT",
};

/** The finding for a literal, or a member of an enum, that is not an integer. */
export function fractionalLiteral(value: number): Finding {
  return {
    code: 'KB_PLAIN_NUMBER',
    message: `${value} is not a whole number, and floating point numbers are not allowed: languages and tools read them differently`,
    hint: "write whole numbers of a smaller unit, or Quantity (from '@kb/apimachinery'), or set allowDangerousTypes: true under generate in PROJECT",
  };
}
