import type { Area, RequestStep } from '../../sequence.ts';
import { asTable, get, mergePatch, post, sequenceAlone } from '../../steps.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly [more: string]: unknown;
}

/** Installs a definition in its own group with these columns, and creates one object, `it`. */
function custom(
  plural: string,
  additionalPrinterColumns: readonly PrinterColumn[] | undefined,
  object: object,
): RequestStep[] {
  const group = `${plural}.tables.example.com`;
  const kind = plural.slice(0, 1).toUpperCase() + plural.slice(1, -1);
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          ...(additionalPrinterColumns && { additionalPrinterColumns }),
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const objects = `/apis/${group}/v1/namespaces/\${NS}/${plural}`;
  return [
    post(DEFINITIONS, definition, { quiet: true }),
    get(objects, { quiet: true, retry: true }),
    post(
      objects,
      { apiVersion: `${group}/v1`, kind, metadata: { name: 'it' }, ...object },
      { quiet: true, retry: true },
    ),
    get(`${objects}/it?includeObject=None`, asTable),
  ];
}

const column = (type: string, jsonPath: string): PrinterColumn => ({ name: `${type} ${jsonPath}`, type, jsonPath });
const TYPES = ['string', 'integer', 'number', 'boolean', 'date'];
const values = {
  text: 'a <b>',
  empty: '',
  integer: 42,
  float: 2.75,
  large: 9_007_199_254_740_991,
  yes: true,
  no: false,
  nothing: null,
  object: { b: 1, a: [true] },
  list: ['x', 'y'],
  never: '2099-01-01T00:00:00Z',
  noDate: 'tomorrow',
};

/** Tables of custom objects, with the columns of their definitions. */
export const customTables: Area = {
  name: 'tables of custom objects',
  sequences: [
    sequenceAlone('custom columns without any', ...custom('bares', undefined, {}), ...custom('empties', [], {})),
    ...TYPES.map((type) =>
      sequenceAlone(
        `custom columns of type ${type}`,
        ...custom(
          `${type}s`,
          [...Object.keys(values).map((name) => column(type, `.spec.${name}`)), column(type, '.spec.missing')],
          { spec: values },
        ),
      ),
    ),
    sequenceAlone(
      'custom columns whole',
      ...custom(
        'wholes',
        [
          { name: 'Plain', type: 'string', jsonPath: '.spec.text' },
          {
            name: 'Formatted',
            type: 'integer',
            format: 'int32',
            jsonPath: '.spec.integer',
            priority: 3,
            description: 'What it is.',
          },
          { name: 'Name', type: 'string', jsonPath: '.spec.text' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          { name: 'Low', type: 'string', jsonPath: '.spec.text', priority: -1 },
        ],
        { spec: values },
      ),
    ),
    sequenceAlone(
      'paths of custom columns',
      ...custom(
        'paths',
        [
          '.spec.items[0].name',
          '.spec.items[-1].name',
          '.spec.items[*].name',
          '.spec.items[5].name',
          '.spec.items[1:].name',
          ".spec['with.dot']",
          '.spec.with\\.dot',
          '.spec.items[?(@.name=="b")].value',
          '.spec.items[?(@.value>1)].name',
          '.spec.items[?(@.name=="none")].value',
          '.status.conditions[?(@.type=="Ready")].status',
          // It occurs only once, because the real server visits the fields of an object in random order.
          '..type',
          '.metadata.labels.a',
          '.spec.items',
          '.spec.items[0]',
          '.kind',
        ].map((path) => column('string', path)),
        {
          metadata: { name: 'it', labels: { a: 'b' } },
          spec: {
            items: [
              { name: 'a', value: 1 },
              { name: 'b', value: 2 },
            ],
            'with.dot': 'dotted',
          },
          status: {
            conditions: [
              { type: 'Other', status: 'X' },
              { type: 'Ready', status: 'True' },
            ],
          },
        },
      ),
    ),
    sequenceAlone(
      'custom columns after one that cannot be read',
      ...['.a[', '.', '.spec.items[?(@.name', '.spec.items[]', '.spec.items[a]'].flatMap((path, index) =>
        custom(
          `ends${index}s`,
          [column('string', '.spec.text'), column('string', path), column('integer', '.spec.integer')],
          { spec: values },
        ),
      ),
    ),
    sequenceAlone(
      'custom columns that change',
      ...custom('changes', [column('string', '.spec.text')], { spec: values }),
      mergePatch(
        `${DEFINITIONS}/changes.changes.tables.example.com`,
        {
          spec: {
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
                additionalPrinterColumns: [column('number', '.spec.float'), column('boolean', '.spec.yes')],
              },
            ],
          },
        },
        { quiet: true },
      ),
      get('/apis/changes.tables.example.com/v1/changes?includeObject=None', { ...asTable, shows: '.spec.float' }),
      ...['Metadata', 'Object', 'None', 'Foo', ''].map((included) =>
        get(`/apis/changes.tables.example.com/v1/namespaces/\${NS}/changes/it?includeObject=${included}`, asTable),
      ),
    ),
  ],
};
