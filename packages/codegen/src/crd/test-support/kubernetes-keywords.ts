import { anything, patched, row, type Row, rule, text, texts, thing, things, v, whole } from './keyword-row.ts';

/** Kubernetes' own keywords. Every value that behaves differently has a row. */
export const kubernetesKeywords: Readonly<Record<string, readonly Row[]>> = {
  'x-kubernetes-preserve-unknown-fields': [
    row(anything, 'unknown'),
    row(
      { type: 'object', properties: { a: text }, ...anything },
      '{ a?: string }',
      '+kubebuilder:pruning:PreserveUnknownFields',
    ),
  ],
  'x-kubernetes-embedded-resource': [
    row(
      { type: 'object', ...anything, 'x-kubernetes-embedded-resource': true },
      'Narrowed<RawExtension, KubernetesObject>',
      `${v}XEmbeddedResource`,
    ),
  ],
  'x-kubernetes-int-or-string': [
    row({ anyOf: [whole, text], 'x-kubernetes-int-or-string': true }, 'IntOrString'),
    patched({ 'x-kubernetes-int-or-string': true }, 'IntOrString', { anyOf: null }),
    patched({ 'x-kubernetes-int-or-string': true, anyOf: [whole, text], nullable: true }, 'IntOrString | null', {}),
  ],
  'x-kubernetes-list-type': [
    row({ ...texts, 'x-kubernetes-list-type': 'set' }, 'string[]', '+listType=set'),
    row({ ...texts, 'x-kubernetes-list-type': 'atomic' }, 'string[]', '+listType=atomic'),
  ],
  'x-kubernetes-list-map-keys': [
    row(
      { ...things, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b', 'a'] },
      `${thing}[]`,
      '+listType=map',
      '+listMapKey=b',
      '+listMapKey=a',
    ),
    patched({ ...texts, 'x-kubernetes-list-map-keys': [] }, 'string[]', { 'x-kubernetes-list-map-keys': [] }),
  ],
  'x-kubernetes-map-type': [
    row(
      { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
      'Record<string, string>',
      '+mapType=atomic',
    ),
    row(
      { type: 'object', properties: { a: text }, 'x-kubernetes-map-type': 'granular' },
      '{ a?: string }',
      '+structType=granular',
    ),
  ],
  'x-kubernetes-validations': [
    row(
      {
        ...text,
        'x-kubernetes-validations': [
          { ...rule, message: 'm; "1"' },
          { rule: "self != 'a\\\\'", messageExpression: 'self', reason: 'FieldValueForbidden' },
        ],
      },
      'string',
      `${v}XValidation:rule="self != 'b'",message="m; \\"1\\""`,
      `${v}XValidation:rule="self != 'a\\\\\\\\'",messageExpression="self",reason=FieldValueForbidden`,
    ),
    row(
      {
        type: 'object',
        properties: { a: text },
        'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.a' }],
      },
      '{ a?: string }',
      `${v}XValidation:rule="true",fieldPath=".a"`,
    ),
    patched(
      { ...text, 'x-kubernetes-validations': [{ rule: 'true', message: '', reason: 'FieldValueInvalid' }] },
      'string',
      { 'x-kubernetes-validations': [{ rule: 'true', message: '', reason: 'FieldValueInvalid' }] },
    ),
    patched({ ...text, 'x-kubernetes-validations': [] }, 'string', { 'x-kubernetes-validations': [] }),
  ],
};
