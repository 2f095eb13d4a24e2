import { isJsonObject, type JsonValue } from '@kb/apimachinery';
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

const anObject = 'an object, {…}';

const resource = (argument: string): string => `+kubebuilder:resource:${argument}=… says it`;

/** `spec` of a CustomResourceDefinition, as far as other markers and folders do not say it. */
const definition: ObjectShape = objectOf(
  anObject,
  [
    [
      objectOf(
        anObject,
        [
          [text, 'singular listKind'],
          [texts, 'shortNames categories'],
        ],
        {
          refused: new Map([
            ['kind', 'the name of the interface says it'],
            ['plural', resource('path')],
          ]),
        },
      ),
      'names',
    ],
    [
      objectOf(anObject, [
        [text, 'strategy'],
        [
          objectOf(anObject, [
            [
              objectOf(anObject, [
                [text, 'url caBundle'],
                [
                  objectOf(anObject, [
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
      ['group', '+groupName says it'],
      ['scope', resource('scope')],
      ['versions', '+kb:version changes what is said of one, +kb:versions their order'],
    ]),
    // Of v1beta1.
    others: new Set(['version', 'validation', 'subresources', 'additionalPrinterColumns']),
  },
);

/** An entry of `spec.versions`, as far as other markers and folders do not say it. */
const version: ObjectShape = objectOf(
  anObject,
  [
    [flag, 'served storage deprecated'],
    [text, 'deprecationWarning'],
    [
      objectOf(anObject, [
        [objectOf('an empty object, {}', []), 'status'],
        [objectOf(anObject, [[text, 'specReplicasPath statusReplicasPath labelSelectorPath']]), 'scale'],
      ]),
      'subresources',
    ],
    [
      listOf(
        objectOf(anObject, [
          [text, 'name type jsonPath format description'],
          [count, 'priority'],
        ]),
        'a list of columns',
      ),
      'additionalPrinterColumns',
    ],
    [listOf(objectOf(anObject, [[text, 'jsonPath']]), 'a list of fields'), 'selectableFields'],
  ],
  {
    refused: new Map([
      ['name', '+versionName says it'],
      ['schema', '+kb:schema on the kind changes it'],
    ]),
  },
);

/** What is wrong with a patch over the `spec` of a CustomResourceDefinition: a sentence, or undefined. */
export function definitionPatchProblem(patch: JsonValue): string | undefined {
  return isJsonObject(patch) ? shapeProblem(patch, definition, '') : 'a patch of the spec is an object, {…}';
}

/** What is wrong with a patch over an entry of `spec.versions`: a sentence, or undefined. */
export function versionPatchProblem(patch: JsonValue): string | undefined {
  return isJsonObject(patch) ? shapeProblem(patch, version, '') : 'a patch of a version is an object, {…}';
}

/** A member of a patch over the `spec` that looks like a misspelt one: a sentence, or undefined. */
export function misspeltInDefinition(patch: JsonValue): string | undefined {
  return misspeltMember(patch, definition, '');
}

/** A member of a patch over an entry of `spec.versions` that looks like a misspelt one: a sentence, or undefined. */
export function misspeltInVersion(patch: JsonValue): string | undefined {
  return misspeltMember(patch, version, '');
}
