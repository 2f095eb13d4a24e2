import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import {
  count,
  flag,
  listOf,
  misspeltMember,
  objectOf,
  type ObjectShape,
  shapeProblem,
  text,
  texts,
} from './json-shape.ts';

const AN_OBJECT = 'an object, {…}';

const resource = (argument: string): string => `+kubebuilder:resource:${argument}=… sets it`;

/** The part of the `spec` of a CustomResourceDefinition that a patch may set, because no other marker does. */
const definition: ObjectShape = objectOf(
  AN_OBJECT,
  [
    [
      objectOf(
        AN_OBJECT,
        [
          [text, 'singular listKind'],
          [texts, 'shortNames categories'],
        ],
        {
          refused: new Map([
            ['kind', 'it is the name of the interface'],
            ['plural', resource('path')],
          ]),
        },
      ),
      'names',
    ],
    [
      objectOf(AN_OBJECT, [
        [text, 'strategy'],
        [
          objectOf(AN_OBJECT, [
            [
              objectOf(AN_OBJECT, [
                [text, 'url caBundle'],
                [
                  objectOf(AN_OBJECT, [
                    [text, 'name namespace path'],
                    [count, 'port'],
                  ]),
                  'service',
                ],
              ]),
              'clientConfig',
            ],
            [texts, 'conversionReviewVersions'],
          ]),
          'webhook',
        ],
      ]),
      'conversion',
    ],
    [flag, 'preserveUnknownFields'],
  ],
  {
    refused: new Map([
      ['group', '+groupName sets it'],
      ['scope', resource('scope')],
      ['versions', '+kb:version patches one version, +kb:versions sets their order'],
    ]),
    // These are of v1beta1.
    others: new Set(['version', 'validation', 'subresources', 'additionalPrinterColumns']),
  },
);

/** The part of an entry of `spec.versions` that a patch may set, because no other marker does. */
const version: ObjectShape = objectOf(
  AN_OBJECT,
  [
    [flag, 'served storage deprecated'],
    [text, 'deprecationWarning'],
    [
      objectOf(AN_OBJECT, [
        [objectOf('an empty object, {}', []), 'status'],
        [objectOf(AN_OBJECT, [[text, 'specReplicasPath statusReplicasPath labelSelectorPath']]), 'scale'],
      ]),
      'subresources',
    ],
    [
      listOf(
        objectOf(AN_OBJECT, [
          [text, 'name type jsonPath format description'],
          [count, 'priority'],
        ]),
        'a list of columns',
      ),
      'additionalPrinterColumns',
    ],
    [listOf(objectOf(AN_OBJECT, [[text, 'jsonPath']]), 'a list of fields'), 'selectableFields'],
  ],
  {
    refused: new Map([
      ['name', '+versionName sets it'],
      ['schema', '+kb:schema on the kind changes it'],
    ]),
  },
);

/** The problem of a patch of the `spec` of a CustomResourceDefinition: a sentence, or undefined. */
export function definitionPatchProblem(patch: JsonValue): string | undefined {
  return isJsonObject(patch) ? shapeProblem(patch, definition, '') : 'a patch of the spec is an object, {…}';
}

/** The problem of a patch of an entry of `spec.versions`: a sentence, or undefined. */
export function versionPatchProblem(patch: JsonValue): string | undefined {
  return isJsonObject(patch) ? shapeProblem(patch, version, '') : 'a patch of a version is an object, {…}';
}

/** A sentence about a member of a patch of the `spec` that looks misspelt, or undefined. */
export function misspeltInDefinition(patch: JsonValue): string | undefined {
  return misspeltMember(patch, definition, '');
}

/** A sentence about a member of a patch of an entry of `spec.versions` that looks misspelt, or undefined. */
export function misspeltInVersion(patch: JsonValue): string | undefined {
  return misspeltMember(patch, version, '');
}
