import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Declaration, Member, TypeExpression } from '../declaration.ts';
import type { PlannedParent, PlannedType } from '../type-plan.ts';
import { schemaOfBuiltIn, withQuantities } from './types/apimachinery-type.ts';
import { asInKubernetes, isOfKubernetes } from './types/as-in-kubernetes.ts';
import { declareMembers } from './declare-members.ts';
import { narrowShapes } from './shapes/narrow-shapes.ts';
import { placeComment } from './place-comment.ts';
import {
  embeddedShape,
  expressInPlace,
  type ExpressionContext,
  hasFields,
  narrowed,
  openObject,
} from './types/type-expression.ts';
import type { ExpressedType } from './types/expressed-type.ts';

/**
 * Declares a type that is not a kind: an interface for an object with fields; an alias for anything else, and for
 * objects whose fields are restricted together.
 */
export function declareType({ name, schema, doc, parent }: PlannedType, context: ExpressionContext): Declaration {
  const wanted = doc === undefined ? schema : { ...schema, description: doc };
  if (!hasFields(schema)) {
    const expressed = expressInPlace(schema, context);
    return { name, comment: placeComment('type', wanted, expressed), body: { kind: 'alias', type: expressed.type } };
  }
  const members = declareMembers(schema, context, parent?.inherited);
  const open = isOpen(schema);
  const shapes = shapesOf(schema);
  if (shapes !== undefined) {
    const type = narrowed(fieldsType(members, open), shapes);
    const expressed = { type, schema: schemaOfFields(schema, open), isReference: false };
    return { name, comment: placeComment('type', wanted, expressed), body: { kind: 'alias', type } };
  }
  const own = parent === undefined ? members : members.map((member) => besideParent(member, parent));
  // A choice of fields inherits no rules about the whole type.
  const inherited =
    parent === undefined || parent.choice !== undefined ? {} : withoutFields(schemaOfBuiltIn(parent.to));
  const expressed: ExpressedType = {
    type: { kind: 'object', members: own },
    schema: { ...inherited, ...schemaOfFields(schema, open) },
    isReference: false,
  };
  return {
    name,
    comment: placeComment('type', wanted, expressed),
    body: { kind: 'interface', parents: parent === undefined ? [] : [parentType(parent)], members: own, open },
  };
}

/** The type that an interface extends. */
function parentType({ to, withQuantities: isWithQuantities, choice }: PlannedParent): TypeExpression {
  const type: TypeExpression = { kind: 'reference', to };
  const whole = isWithQuantities ? withQuantities(type) : type;
  return choice === undefined ? whole : { kind: 'choice', of: whole, ...choice };
}

/** A field of an interface: it must not accept more values than in the parent. */
function besideParent(member: Member, { to, choice }: PlannedParent): Member {
  const isChosen = choice === undefined || choice.fields.includes(member.name) === (choice.choose === 'Pick');
  return isChosen && isOfKubernetes(to) ? { ...member, type: asInKubernetes(member.type) } : member;
}

/** The type of an object whose fields are inline. */
export function objectInPlace(schema: JsonSchemaProps, context: ExpressionContext): ExpressedType {
  const open = isOpen(schema);
  return {
    type: fieldsType(declareMembers(schema, context), open),
    schema: schemaOfFields(schema, open),
    isReference: false,
  };
}

/** True for an object that may have unnamed fields. */
export function isOpen({ additionalProperties, ...schema }: JsonSchemaProps): boolean {
  const takesOthers = additionalProperties !== undefined && additionalProperties !== false;
  return schema['x-kubernetes-preserve-unknown-fields'] === true || takesOthers;
}

/** The schema that the generator builds for an object with these fields. */
export function schemaOfFields({ properties = {}, required = [] }: JsonSchemaProps, open: boolean): JsonSchemaProps {
  const names = required.filter((name) => Object.hasOwn(properties, name));
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(names.length > 0 && { required: [...new Set(names)].sort() }),
    ...(open && { 'x-kubernetes-preserve-unknown-fields': true }),
  };
}

function fieldsType(members: readonly Member[], open: boolean): TypeExpression {
  const fields: TypeExpression = { kind: 'object', members };
  return open ? { kind: 'intersection', of: [fields, openObject.type] } : fields;
}

/** The type that restricts the fields together. */
function shapesOf(schema: JsonSchemaProps): TypeExpression | undefined {
  const shapes = narrowShapes(schema);
  if (schema['x-kubernetes-embedded-resource'] !== true) return shapes;
  const embedded = embeddedShape(schema);
  const parts = [...(embedded.members.length > 0 ? [embedded] : []), ...(shapes === undefined ? [] : [shapes])];
  return parts.length < 2 ? parts[0] : { kind: 'intersection', of: parts };
}

/** The inherited part of an interface that declares all fields of its parent itself. */
function withoutFields(parent: JsonSchemaProps): JsonSchemaProps {
  const { properties: _, required: __, description: ___, ...inherited } = parent;
  return inherited;
}
