import type { Comment, Member, TypeExpression } from '../declaration.ts';
import { hasText } from './comment-text.ts';
import { literalText, propertyKey } from './literal-text.ts';

/** Context for printing the types of a file. */
export interface TypeContext {
  /** Returns the placeholder of a comment until everything is formatted. */
  readonly placeOf: (comment: Comment) => string;
  /** Whether `Record` is TypeScript's in the file. */
  readonly hasRecord: boolean;
}

/**
 * Prints a type, valid but not formatted: prettier breaks its lines, and removes redundant parentheses. Lines after the
 * first begin with a space.
 */
export function typeText(type: TypeExpression, context: TypeContext): string {
  const text = (inner: TypeExpression): string => typeText(inner, context);
  switch (type.kind) {
    case 'keyword':
      return type.keyword;
    case 'reference': {
      const name = type.to.as ?? type.to.name;
      return type.typeArguments === undefined ? name : `${name}<${type.typeArguments.map(text).join(', ')}>`;
    }
    case 'list':
      return `(${text(type.items)})[]`;
    case 'map':
      return context.hasRecord ? `Record<string, ${text(type.values)}>` : `{ [key: string]: ${text(type.values)} }`;
    case 'object':
      return `{ ${type.members.map((member) => memberText(member, context)).join('; ')} }`;
    case 'choice':
      return `${type.choose}<${text(type.of)}, ${type.fields.map(literalText).join(' | ')}>`;
    case 'intersection':
      return joined(type.of.map(text), '&') ?? 'unknown';
    case 'literals':
    case 'nullable':
    case 'union':
      return joined(unionParts(type, text), '|') ?? 'never';
  }
}

function memberText({ name, optional, comment, type }: Member, context: TypeContext): string {
  const place = hasText(comment) ? `\n /** ${context.placeOf(comment)} */\n ` : '';
  return `${place}${propertyKey(name)}${optional ? '?' : ''}: ${typeText(type, context)}`;
}

/** Joins the parts, without duplicates. */
function joined(parts: readonly string[], operator: '&' | '|'): string | undefined {
  const [first, ...others] = new Set(parts);
  return others.length === 0 ? first : [first, ...others].map((part) => `(${part})`).join(` ${operator} `);
}

/** The parts of a union, including nested unions. */
function unionParts(type: TypeExpression, text: (part: TypeExpression) => string): readonly string[] {
  switch (type.kind) {
    case 'literals':
      return type.values.map(literalText);
    case 'nullable':
      return [...unionParts(type.of, text), 'null'];
    case 'union':
      return type.of.flatMap((part) => unionParts(part, text));
    default:
      return [text(type)];
  }
}
