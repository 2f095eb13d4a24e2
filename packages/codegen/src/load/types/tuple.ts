import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { keyOf } from './type-key.ts';
import { underlying, unknownType } from '../../model/type-uses.ts';

/** An element of a tuple. */
export interface TupleElement {
  readonly type: TypeUse;
  readonly optional: boolean;
  /** True for any number of elements. */
  readonly rest: boolean;
}

/** Resolves a tuple type node. */
export function resolveTuple(context: LoadContext, node: ts.TupleTypeNode, scope: Scope): TypeUse {
  return tupleOf(
    context,
    node.elements.flatMap((element) => elementsOf(context, element, scope)),
    node,
  );
}

/** Resolves a tuple to a list: the type of its elements, and their number. */
export function tupleOf(context: LoadContext, elements: readonly TupleElement[], node: ts.Node): TypeUse {
  const [first] = elements;
  if (elements.some(({ type }) => type.kind === 'unknown')) return unknownType;
  if (first === undefined || new Set(elements.map(({ type }) => keyOf(type))).size > 1) {
    context.reporter.report(spanOf(node), {
      code: 'KB_NO_SCHEMA',
      message:
        first === undefined
          ? 'an empty tuple has no schema'
          : 'the elements of a list have one type, and those of this tuple have several',
      hint: 'use an object with a field for each element',
    });
    return unknownType;
  }
  const isOpen = elements.some(({ rest }) => rest);
  const minItems = elements.filter(({ optional, rest }) => !optional && !rest).length;
  return {
    kind: 'list',
    items: first.type,
    ...(minItems > 0 && { minItems }),
    ...(!isOpen && { maxItems: elements.length }),
  };
}

function elementsOf(context: LoadContext, node: ts.TypeNode, scope: Scope): TupleElement[] {
  if (ts.isRestTypeNode(node)) return restOf(context, node.type, scope);
  if (ts.isOptionalTypeNode(node)) return [{ type: context.resolve(node.type, scope), optional: true, rest: false }];
  if (!ts.isNamedTupleMember(node)) return [{ type: context.resolve(node, scope), optional: false, rest: false }];
  return node.dotDotDotToken === undefined
    ? [{ type: context.resolve(node.type, scope), optional: node.questionToken !== undefined, rest: false }]
    : restOf(context, node.type, scope);
}

/** Resolves a rest element: the elements of a list, or of another tuple. */
function restOf(context: LoadContext, node: ts.TypeNode, scope: Scope): TupleElement[] {
  const list = underlying(context.types, context.resolve(node, scope));
  if (list.kind !== 'list') {
    if (list.kind !== 'unknown') {
      context.reporter.report(spanOf(node), {
        code: 'KB_NO_SCHEMA',
        message: 'only the elements of a list can be elements of a tuple',
        hint: 'write ...T[]',
      });
    }
    return [{ type: unknownType, optional: false, rest: true }];
  }
  const { items: type, minItems = 0, maxItems } = list;
  const element = (optional: boolean, rest: boolean): TupleElement => ({ type, optional, rest });
  return [
    ...Array.from({ length: minItems }, () => element(false, false)),
    ...(maxItems === undefined
      ? [element(false, true)]
      : Array.from({ length: maxItems - minItems }, () => element(true, false))),
  ];
}
