/**
 * The custom resource of the sequences: every kind of list and map, defaults, an enumeration, subresources, columns,
 * selectable fields.
 */
export const widgetDefinition: object = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.lab.example.com' },
  spec: {
    group: 'lab.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }],
        additionalPrinterColumns: [
          { name: 'Color', type: 'string', jsonPath: '.spec.color' },
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['color'],
                properties: {
                  color: { type: 'string', enum: ['red', 'green', 'blue'] },
                  size: { type: 'integer', minimum: 0, maximum: 10 },
                  replicas: { type: 'integer' },
                  def: { type: 'string', default: 'dflt' },
                  nested: {
                    type: 'object',
                    properties: { inner: { type: 'string', default: 'in' }, free: { type: 'string', nullable: true } },
                  },
                  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  intOrString: { 'x-kubernetes-int-or-string': true },
                  ports: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['port', 'proto'],
                    items: {
                      type: 'object',
                      required: ['port'],
                      properties: {
                        port: { type: 'integer' },
                        proto: { type: 'string', default: 'TCP' },
                        name: { type: 'string' },
                      },
                    },
                  },
                  tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                  atoms: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
                  amap: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
                },
              },
              status: {
                type: 'object',
                properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } },
              },
            },
          },
        },
      },
    ],
  },
};
