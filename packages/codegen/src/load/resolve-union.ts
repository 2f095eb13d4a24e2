import type { TypeUse } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import type { LoadContext, Scope } from './load-context.ts';
import { underlying, unknownType } from './type-uses.ts';

type EnumValue = (TypeUse & { kind: 'enum' })['values'][number];

/** A union: a closed set of values, a type that may be null, or both. Reports unions that a structural schema cannot express. */
export function resolveUnion(context: LoadContext, node: ts.UnionTypeNode, scope: Scope): TypeUse {
  let nullable = false;
  const parts: TypeUse[] = [];
  for (const part of node.types) {
    if (part.kind === ts.SyntaxKind.UndefinedKeyword) continue;
    if (ts.isLiteralTypeNode(part) && part.literal.kind === ts.SyntaxKind.NullKeyword) nullable = true;
    else parts.push(context.resolve(part, scope));
  }
  const [only] = parts;
  const type = only !== undefined && parts.length === 1 ? only : enumOf(context, node, parts);
  return nullable && type.kind !== 'unknown' ? { kind: 'nullable', of: type } : type;
}

function enumOf(context: LoadContext, node: ts.UnionTypeNode, parts: readonly TypeUse[]): TypeUse {
  const shapes = parts.map((part) => underlying(context.types, part));
  if (shapes.some(({ kind }) => kind === 'unknown')) return unknownType;
  const values: EnumValue[] = [];
  for (const shape of shapes) {
    if (shape.kind !== 'enum') return refuse(context, node, shapes);
    for (const value of shape.values) if (!values.includes(value)) values.push(value);
  }
  const types = new Set(values.map((value) => typeof value));
  if (types.size !== 1) return refuse(context, node, shapes);
  return types.has('boolean') && values.length === 2 ? { kind: 'scalar', scalar: 'boolean' } : { kind: 'enum', values };
}

function refuse(context: LoadContext, node: ts.UnionTypeNode, shapes: readonly TypeUse[]): TypeUse {
  const numbersAndText = shapes.every(
    (shape) => shape.kind === 'enum' || shape.kind === 'scalar' || isOverridden(shape),
  );
  const objects = shapes.every(({ kind }) => kind === 'object' || kind === 'builtIn');
  context.reporter.report(spanOf(node), {
    code: 'no-schema',
    message: `a structural schema cannot express the union ${oneLine(node.getText())}`,
    hint: numbersAndText
      ? "use IntOrString (from '@kb/apimachinery') for a number or text, or literals of one type for a closed set of values"
      : objects
        ? 'unions of objects are not supported yet: use one object with optional fields'
        : 'use literals of one type, or one type and null',
  });
  return unknownType;
}

function isOverridden(shape: TypeUse): boolean {
  return (
    shape.kind === 'builtIn' &&
    ['resource.Quantity', 'intstr.IntOrString', 'meta/v1.Time', 'meta/v1.Duration'].includes(shape.name)
  );
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
