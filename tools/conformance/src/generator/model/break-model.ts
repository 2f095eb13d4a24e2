import type { ApiModel, ApiPackage, Field } from './api-model.ts';
import { pick } from './words.ts';

/** A mistake that both generators have to refuse: markers on a field of a type in Go. */
const mistakes: readonly (readonly [go: string, marker: string])[] = [
  ['string', 'kubebuilder:validation:Maximum=3'],
  ['string', 'kubebuilder:validation:MaxLength=x'],
  ['string', 'kubebuilder:validation:MaxLength=1.5'],
  ['string', 'kubebuilder:validation:MaxLength'],
  ['string', 'kubebuilder:validation:MinItems=1'],
  ['string', 'kubebuilder:validation:MinProperties=1'],
  ['string', 'kubebuilder:validation:UniqueItems=false'],
  ['string', 'kubebuilder:validation:Pattern="abc'],
  ['string', 'kubebuilder:validation:Enum={a'],
  ['string', 'kubebuilder:validation:Enum={a,1'],
  ['string', 'kubebuilder:validation:items:MinLength=1'],
  ['string', 'kubebuilder:validation:XValidation:message="no rule"'],
  ['string', 'kubebuilder:validation:XValidation:rule="true",reason=Wrong'],
  ['string', 'kubebuilder:validation:XValidation:rule="true",messages="x"'],
  ['string', 'kubebuilder:title=1'],
  ['string', 'kubebuilder:title={a: b}'],
  ['string', 'kubebuilder:default={a: }'],
  ['string', 'kubebuilder:default={1, "a"}'],
  ['string', 'default=nope'],
  ['string', 'optional=x'],
  ['string', 'nullable=true'],
  ['string', 'listType=atomic'],
  ['string', 'mapType=atomic'],
  ['string', 'structType=atomic'],
  ['string', 'k8s:enum'],
  ['string', 'kubebuilder:externalDocs:url="no url"'],
  ['int32', 'kubebuilder:validation:Pattern=a'],
  ['int32', 'kubebuilder:validation:MaxLength=3'],
  ['int32', 'kubebuilder:validation:Maximum=1.5'],
  ['int32', 'kubebuilder:validation:Minimum=abc'],
  ['int32', 'kubebuilder:validation:ExclusiveMinimum=1'],
  ['bool', 'kubebuilder:validation:Minimum=1'],
];

/** The same model with a field that has a mistake. */
export function breakModel(model: ApiModel, number: number): ApiModel {
  const [go, marker] = pick(mistakes, number);
  const field: Field = {
    name: 'mistaken',
    comment: { doc: [], markers: [marker], place: 'below' },
    optional: true,
    nullable: false,
    pointer: false,
    use: { kind: 'scalar', go },
  };
  return { ...model, packages: model.packages.map((one) => withField(one, field)) };
}

/** Adds a field to the spec of every kind. */
function withField(one: ApiPackage, field: Field): ApiPackage {
  return {
    ...one,
    types: one.types.map((type) =>
      type.body.kind === 'struct' && type.name.endsWith('Spec')
        ? { ...type, body: { ...type.body, fields: [...type.body.fields, field] } }
        : type,
    ),
  };
}
