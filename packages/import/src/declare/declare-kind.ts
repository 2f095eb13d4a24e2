import { equalJson } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import type { Declaration, Member, TypeExpression } from '../declaration.ts';
import type { PlannedKind, PlannedType } from '../type-plan.ts';
import { apimachinery } from './types/apimachinery-type.ts';
import { membersOf } from './declare-members.ts';
import { isOpen, schemaOfFields } from './declare-type.ts';
import { kindMarkers } from './markers/kind-markers.ts';
import { placeComment } from './place-comment.ts';
import { type ExpressionContext, expressType } from './types/type-expression.ts';
import type { ExpressedType } from './types/expressed-type.ts';

/**
 * Declares the root of a kind. The fields of every object are inherited from KubernetesObject, and declared only if the
 * definition differs from the generator's output.
 */
export function declareKind({ name, schema }: PlannedType, kind: PlannedKind, context: ExpressionContext): Declaration {
  const { properties = {}, required = [] } = schema;
  const usual = usualMeta();
  const isWithout = [...usual.keys()].some((field) => !Object.hasOwn(properties, field));
  const declareMember = membersOf(schema, context);
  const members = Object.entries(properties).flatMap(([field, property]): Member[] => {
    if (!usual.has(field)) return [declareMember(field, property)];
    const isRequired = required.includes(field);
    const isInherited = !isWithout && !isRequired && equalJson(property, usual.get(field));
    return isInherited ? [] : [metaMember(field, property, isRequired, context)];
  });
  const open = isOpen(schema);
  const expressed: ExpressedType = {
    type: { kind: 'object', members },
    schema: schemaOfFields(schema, open),
    isReference: false,
  };
  const { description, markers } = placeComment('type', schema, expressed);
  const ofKind = [...kindMarkers(kind), ...(isWithout ? ['+kb:withoutTypeMeta'] : [])];
  return {
    name,
    comment: { description, markers: [...ofKind, ...markers] },
    body: { kind: 'interface', parents: [kubernetesObject], members, open },
  };
}

const kubernetesObject: TypeExpression = {
  kind: 'reference',
  to: { name: 'KubernetesObject', module: '@kb/apimachinery' },
};

/** The schemas that the generator builds for the fields of every object. */
function usualMeta(): ReadonlyMap<string, JsonSchemaProps> {
  const { apiVersion = {}, kind = {} } = openApiSchemaOf('meta/v1.TypeMeta', { descriptions: true }).properties ?? {};
  return new Map([
    ['apiVersion', apiVersion],
    ['kind', kind],
    ['metadata', { type: 'object' }],
  ]);
}

/** A field of KubernetesObject, declared again: every object has it, even if the schema does not. */
function metaMember(name: string, schema: JsonSchemaProps, required: boolean, context: ExpressionContext): Member {
  const expressed = name === 'metadata' ? apimachinery('ObjectMeta') : textOf(schema, context);
  const { description, markers } = placeComment('field', schema, expressed);
  return {
    name,
    optional: false,
    comment: { description, markers: required ? ['+required', ...markers] : markers },
    type: expressed.type,
  };
}

/** A string or a union of strings, as the type of a field that is a string in KubernetesObject. */
function textOf(schema: JsonSchemaProps, context: ExpressionContext): ExpressedType {
  const expressed = expressType({ ...schema, nullable: false }, context);
  const { type } = expressed;
  const isTexts = type.kind === 'literals' && type.values.every((value) => typeof value === 'string');
  return isTexts ? expressed : expressType({ type: 'string' }, context);
}
