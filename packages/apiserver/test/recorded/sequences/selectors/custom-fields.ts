import type { Area, Step } from '../../sequence.ts';
import { asTable, get, mergePatch, post, sequence } from '../../steps.ts';

const quiet = { quiet: true };
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = 'fields.example.com';
const collection = (version: string, plural: string): string => `/apis/${group}/${version}/namespaces/\${NS}/${plural}`;

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        whole: { type: 'integer' },
        flag: { type: 'boolean' },
        deep: { type: 'object', properties: { er: { type: 'string' } } },
        preset: { type: 'string', default: 'set' },
        'with-dash': { type: 'string' },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
};

interface Version {
  readonly name: string;
  readonly storage: boolean;
  readonly fields: readonly string[];
}

const definition = (kind: string, versions: readonly Version[]): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: `${kind.toLowerCase()}s`, kind },
    versions: versions.map(({ name, storage, fields }) => ({
      name,
      storage,
      served: true,
      // A different schema per version: the real server refuses selectable fields if the schemas of all versions are
      // equal.
      schema: { openAPIV3Schema: { ...schema, description: name } },
      subresources: { status: {} },
      ...(fields.length > 0 && { selectableFields: fields.map((jsonPath) => ({ jsonPath })) }),
    })),
  },
});

const select = (path: string, ...selectors: string[]): Step[] =>
  selectors.map((selector) => get(`${path}?fieldSelector=${encodeURIComponent(selector)}&includeObject=None`, asTable));

/** Field selectors with the selectable fields of definitions. */
export const customFields: Area = {
  name: 'selectable fields',
  sequences: [
    sequence(
      'selectable fields of every type',
      post(
        crds,
        definition('Typed', [
          {
            name: 'v1',
            storage: true,
            fields: [
              '.spec.text',
              '.spec.whole',
              '.spec.flag',
              '.spec.deep.er',
              '.spec.preset',
              '.status.phase',
              '.spec.with-dash',
            ],
          },
        ]),
        quiet,
      ),
      get(collection('v1', 'typeds'), { retry: true, quiet: true }),
      post(
        collection('v1', 'typeds'),
        {
          apiVersion: `${group}/v1`,
          kind: 'Typed',
          metadata: { name: 'a' },
          spec: { text: 't,=x', whole: -5, flag: false, deep: { er: 'e' }, 'with-dash': 'd' },
        },
        quiet,
      ),
      post(collection('v1', 'typeds'), { apiVersion: `${group}/v1`, kind: 'Typed', metadata: { name: 'b' } }, quiet),
      mergePatch(`${collection('v1', 'typeds')}/a/status`, { status: { phase: 'Up' } }, quiet),
      ...select(
        collection('v1', 'typeds'),
        'spec.text=t\\,\\=x',
        'spec.text=',
        'spec.text!=',
        'spec.whole=-5',
        'spec.whole=-05',
        'spec.whole=',
        'spec.whole!=-5',
        'spec.flag=false',
        'spec.flag=',
        'spec.flag=true',
        'spec.deep.er=e',
        'spec.deep.er!=e',
        'spec.preset=set',
        'spec.preset=',
        'status.phase=Up',
        'status.phase=',
        'spec.with-dash=d',
        'spec.text=t\\,\\=x,metadata.name=a',
        'spec.bogus=1',
        'spec=1',
        '.spec.text=1',
      ),
    ),
    sequence(
      'selectable fields of versions',
      post(
        crds,
        definition('Versioned', [
          { name: 'v1', storage: true, fields: ['.spec.text'] },
          { name: 'v2', storage: false, fields: ['.spec.flag'] },
          { name: 'v3', storage: false, fields: [] },
        ]),
      ),
      get(collection('v1', 'versioneds'), { retry: true, quiet: true }),
      post(
        collection('v1', 'versioneds'),
        { apiVersion: `${group}/v1`, kind: 'Versioned', metadata: { name: 'a' }, spec: { text: 'x', flag: true } },
        quiet,
      ),
      ...['v1', 'v2', 'v3'].flatMap((version) =>
        select(
          collection(version, 'versioneds'),
          'spec.text=x',
          'spec.flag=true',
          'spec.flag!=true',
          'metadata.name=a',
        ),
      ),
    ),
  ],
};
