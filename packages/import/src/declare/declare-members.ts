import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Member } from '../declaration.ts';
import { apimachinery } from './types/apimachinery-type.ts';
import { placeComment } from './place-comment.ts';
import { type ExpressionContext, expressType, narrowed } from './types/type-expression.ts';
import { isFilledIn } from './shapes/field-states.ts';
import type { ExpressedType } from './types/expressed-type.ts';

/** Declares one field of an object. */
export type DeclareMember = (name: string, schema: JsonSchemaProps) => Member;

/** Returns the fields of an object, in the order of its schema, without inherited ones. */
export function declareMembers(
  object: JsonSchemaProps,
  context: ExpressionContext,
  inherited: ReadonlySet<string> = new Set(),
): Member[] {
  const declare = membersOf(object, context);
  const own = Object.entries(object.properties ?? {}).filter(([name]) => !inherited.has(name));
  return own.map(([name, schema]) => declare(name, schema));
}

/**
 * Declares the fields of an object's schema. A required field with a default is optional: a marker makes it required.
 */
export function membersOf(object: JsonSchemaProps, context: ExpressionContext): DeclareMember {
  const required = new Set(object.required);
  const isEmbedded = object['x-kubernetes-embedded-resource'] === true;
  return (name, schema) => {
    const isMetadata = isEmbedded && name === 'metadata' && schema.type === 'object';
    const expressed = isMetadata ? embeddedMetadata(schema) : expressType(schema, context);
    const { description, markers } = placeComment('field', schema, expressed);
    const isRequired = required.has(name);
    const optional = !isRequired || isFilledIn(schema);
    return {
      name,
      optional,
      comment: { description, markers: isRequired && optional ? ['+required', ...markers] : markers },
      type: expressed.type,
    };
  };
}

/**
 * The API server treats the metadata of a nested object as that of the object itself: all of its fields are allowed,
 * even if the schema names only some.
 */
function embeddedMetadata({ required = [], properties = {}, nullable }: JsonSchemaProps): ExpressedType {
  const { type, schema, isReference } = apimachinery('ObjectMetaInput');
  const members = required.flatMap((name): Member[] => {
    if (Object.hasOwn(properties, name) && isFilledIn(properties[name])) return [];
    const comment = { description: undefined, markers: [] };
    return [{ name, optional: false, comment, type: { kind: 'keyword', keyword: 'unknown' } }];
  });
  const whole = members.length === 0 ? type : narrowed(type, { kind: 'object', members });
  return nullable === true
    ? { type: { kind: 'nullable', of: whole }, schema: { ...schema, nullable: true }, isReference }
    : { type: whole, schema, isReference };
}
