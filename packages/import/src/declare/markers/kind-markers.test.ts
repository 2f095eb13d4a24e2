import { describe, expect, test } from 'vitest';
import type { CustomResourceDefinition } from '../../read/custom-resource-definition.ts';
import { kindMarkers } from './kind-markers.ts';

type Spec = CustomResourceDefinition['spec'];
type Version = Spec['versions'][number];

const integer = { type: 'integer' };
const version: Version = {
  name: 'v1',
  served: true,
  storage: true,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { replicas: integer, node: { type: 'string' } } },
        status: { type: 'object', properties: { replicas: integer, selector: { type: 'string' } } },
      },
    },
  },
};
const names = { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' };
const definition: CustomResourceDefinition = {
  metadata: { name: 'widgets.example.com' },
  spec: { group: 'example.com', names, scope: 'Namespaced', versions: [version] },
};

/** The markers without the first, which every kind has. */
function markersOf(given: CustomResourceDefinition, index = 0): readonly string[] {
  const of = given.spec.versions[index];
  if (of === undefined) throw new Error('there is no such version');
  const [first, ...others] = kindMarkers({ definition: given, version: of });
  expect(first).toBe('+kubebuilder:object:root=true');
  return others;
}

describe('the spec', () => {
  test.each<[given: Partial<Spec>, markers: string[]]>([
    [{}, []],
    [{ scope: 'Cluster' }, ['+kubebuilder:resource:scope=Cluster']],
    [
      { names: { ...names, plural: 'widgetry', singular: 'thing', shortNames: ['w', 'wi'], categories: ['all'] } },
      ['+kubebuilder:resource:path=widgetry,shortName=w;wi,categories=all,singular=thing'],
    ],
    [
      { names: { ...names, categories: ['No Name'] }, scope: 'Cluster' },
      ['+kubebuilder:resource:scope=Cluster', '+kb:definition={"names":{"categories":["No Name"]}}'],
    ],
    [{ names: { ...names, shortNames: [] } }, ['+kb:definition={"names":{"shortNames":[]}}']],
    [{ names: { ...names, listKind: 'Widgets' } }, ['+kb:listKind=Widgets']],
    [{ names: { kind: 'Widget', plural: 'widgets' } }, ['+kb:definition={"names":{"listKind":null,"singular":null}}']],
    [{ preserveUnknownFields: false }, ['+kb:definition={"preserveUnknownFields":false}']],
    [{ conversion: { strategy: 'None' } }, ['+kb:conversion:strategy=None']],
    [
      {
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/c', port: 444 } },
            conversionReviewVersions: ['v1', 'v1beta1'],
          },
        },
      },
      [
        '+kb:conversion:strategy=Webhook,serviceName=a,serviceNamespace=b,servicePort=444,path=/c,conversionReviewVersions=v1;v1beta1',
      ],
    ],
    [
      {
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { caBundle: 'Y2E=', service: { name: 'a', namespace: 'b' } },
            conversionReviewVersions: ['v1'],
          },
        },
      },
      [
        '+kb:conversion:strategy=Webhook,serviceName=a,serviceNamespace=b,conversionReviewVersions=v1',
        '+kb:definition={"conversion":{"webhook":{"clientConfig":{"caBundle":"Y2E=","service":{"path":null}}}}}',
      ],
    ],
    [
      { conversion: { strategy: 'Webhook' } },
      ['+kb:conversion:strategy=Webhook', '+kb:definition={"conversion":{"webhook":null}}'],
    ],
  ])('%j', (given, markers) => {
    expect(markersOf({ ...definition, spec: { ...definition.spec, ...given } })).toEqual(markers);
  });
});

describe('labels and annotations', () => {
  test.each<[given: Partial<CustomResourceDefinition['metadata']>, markers: string[]]>([
    [
      { annotations: { 'example.com/a': 'b = c, "d"', e: '' }, labels: { app: 'x' } },
      [
        '+kubebuilder:metadata:annotations=`example.com/a=b = c, "d"`',
        '+kubebuilder:metadata:annotations="e="',
        '+kubebuilder:metadata:labels="app=x"',
      ],
    ],
    [{ annotations: { 'controller-gen.kubebuilder.io/version': 'v0.20.0', 'codegen.kb/version': 'v0.1.0' } }, []],
  ])('%j', (given, markers) => {
    expect(markersOf({ ...definition, metadata: { ...definition.metadata, ...given } })).toEqual(markers);
  });
});

describe('a version', () => {
  const column = { name: 'Node', type: 'string', jsonPath: '.spec.node' };
  const columnMarker = '+kubebuilder:printcolumn:name="Node",type=string,JSONPath=`.spec.node`';
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

  test.each<[given: Partial<Version>, markers: string[]]>([
    [{ subresources: { status: {} } }, ['+kubebuilder:subresource:status']],
    [{ subresources: {} }, ['+kb:version={"subresources":{}}']],
    [
      { subresources: { scale: { ...scale, labelSelectorPath: '.status.selector' } } },
      [
        '+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector',
      ],
    ],
    // The API server accepts invalid paths, the generator does not.
    [
      { subresources: { scale: { ...scale, specReplicasPath: '.spec.size' } } },
      [
        '+kb:version={"subresources":{"scale":{"specReplicasPath":".spec.size","statusReplicasPath":".status.replicas"}}}',
      ],
    ],
    [{ additionalPrinterColumns: [column], subresources: {} }, [columnMarker]],
    [{ additionalPrinterColumns: [column] }, [columnMarker, '+kb:version={"subresources":null}']],
    [
      { additionalPrinterColumns: [{ ...column, priority: 0 }], subresources: {} },
      [
        '+kb:version={"additionalPrinterColumns":[{"name":"Node","type":"string","jsonPath":".spec.node","priority":0}],"subresources":{}}',
      ],
    ],
    [
      {
        additionalPrinterColumns: [{ ...column, type: 'date', description: 'a, "b"', format: 'date', priority: 1 }],
        subresources: {},
      },
      [
        '+kubebuilder:printcolumn:name="Node",type=date,JSONPath=`.spec.node`,description=`a, "b"`,format=date,priority=1',
      ],
    ],
    [{ selectableFields: [{ jsonPath: '.spec.node' }] }, ['+kubebuilder:selectablefield:JSONPath=`.spec.node`']],
    [{ deprecated: true }, ['+kubebuilder:deprecatedversion']],
    [{ deprecated: true, deprecationWarning: 'Use v2.' }, ['+kubebuilder:deprecatedversion:warning="Use v2."']],
    [{ deprecated: false }, ['+kb:version={"deprecated":false}']],
    // The only version: the generator assumes a mistake.
    [{ served: false }, ['+kb:version={"served":false}']],
  ])('%j', (given, markers) => {
    const versions = [{ ...version, ...given }];
    expect(markersOf({ ...definition, spec: { ...definition.spec, versions } })).toEqual(markers);
  });

  test('of several has markers for its name and their order', () => {
    const versions = [
      { ...version, name: 'v2', storage: false },
      { ...version, served: false },
    ];
    const several = { ...definition, spec: { ...definition.spec, versions } };
    expect(markersOf(several)).toEqual(['+kb:versions=v2;v1']);
    expect(markersOf(several, 1)).toEqual([
      '+kubebuilder:storageversion',
      '+kubebuilder:unservedversion',
      '+kb:versions=v2;v1',
    ]);
  });
});
