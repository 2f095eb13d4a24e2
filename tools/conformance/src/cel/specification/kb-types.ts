import { type Type, Type_PrimitiveType, Type_WellKnownType } from '@bufbuild/cel-spec/cel/expr/checked_pb.js';
import {
  check,
  type CheckedExpr,
  type CelType,
  type FunctionDeclaration,
  kubernetesFunctions,
  kubernetesMacros,
  parseExpression,
  printIssues,
} from '@kb/apimachinery/cel';
import type { SpecCase } from './spec-cases.ts';

/** The functions of Kubernetes without comparisons of numbers of two types, which the data was made without. */
const functions: ReadonlyMap<string, FunctionDeclaration> = new Map(
  [...kubernetesFunctions()].map(([name, { overloads }]) => {
    const kept = overloads.filter(({ id }) => {
      const [, one, other] =
        /^(?:less|greater)(?:_equals)?_(int64|uint64|double)_(int64|uint64|double)$/.exec(id) ?? [];
      return one === undefined || one === other;
    });
    return [name, { name, overloads: kept }] as const;
  }),
);

/** The expression of a case with its types, in the environment of Kubernetes. Throws where it has mistakes. */
export function checkedCase({ expression, variables }: SpecCase): CheckedExpr {
  const { expr, issues } = parseExpression(expression, kubernetesMacros);
  if (expr === undefined) throw new Error(printIssues(expression, issues));
  const declared = variables.map(
    ({ name, declKind }) => [name, typeOf(declKind.case === 'ident' ? declKind.value.type : undefined)] as const,
  );
  const result = check(expression, expr, { functions, variables: new Map(declared) });
  if ('expr' in result) return result;
  throw new Error(printIssues(expression, result));
}

function typeOf(type: Type | undefined): CelType {
  const kind = type?.typeKind;
  switch (kind?.case) {
    case 'primitive':
      return primitives[kind.value] ?? { kind: 'dyn' };
    case 'wellKnown':
      return { kind: kind.value === Type_WellKnownType.DURATION ? 'duration' : 'timestamp' };
    case 'listType':
      return { kind: 'list', element: typeOf(kind.value.elemType) };
    case 'mapType':
      return { kind: 'map', key: typeOf(kind.value.keyType), value: typeOf(kind.value.valueType) };
    case 'null':
      return { kind: 'null' };
    case 'type':
      return { kind: 'type' };
    default:
      return { kind: 'dyn' };
  }
}

const primitives: Readonly<Partial<Record<Type_PrimitiveType, CelType>>> = {
  [Type_PrimitiveType.BOOL]: { kind: 'bool' },
  [Type_PrimitiveType.BYTES]: { kind: 'bytes' },
  [Type_PrimitiveType.DOUBLE]: { kind: 'double' },
  [Type_PrimitiveType.INT64]: { kind: 'int' },
  [Type_PrimitiveType.STRING]: { kind: 'string' },
  [Type_PrimitiveType.UINT64]: { kind: 'uint' },
};
