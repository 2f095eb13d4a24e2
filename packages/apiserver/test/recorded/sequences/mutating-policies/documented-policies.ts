import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, pod, pods, post, sequence } from '../../steps.ts';
import { inOwnNamespace, inUse, ruleOf } from '../validating-policies/policies.ts';

const podRule = ruleOf({ resources: ['pods'], operations: ['CREATE'] });
const notYet = {
  name: 'not-injected-yet',
  expression: '!object.spec.initContainers.exists(c, c.name == "mesh-proxy")',
};
const create = (name: string, spec: object = {}): RequestStep => post(`${pods}?dryRun=All`, pod(name, spec));

/** The kinds of mutating policies that the documentation of Kubernetes shows, each with the outcome that it describes. */
export const documentedMutatingPolicies: Area = {
  name: 'documented mutating policies',
  sequences: [
    sequence(
      'a sidecar by an apply configuration, with an image from parameters',
      post(configMaps, configMap('sidecar', { image: 'mesh/proxy:v1.0.0' }), { quiet: true }),
      ...inUse('Mutating', [
        {
          name: 'sidecar',
          spec: {
            matchConstraints: inOwnNamespace([podRule]),
            paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
            matchConditions: [notYet],
            failurePolicy: 'Fail',
            reinvocationPolicy: 'IfNeeded',
            mutations: [
              {
                patchType: 'ApplyConfiguration',
                applyConfiguration: {
                  expression:
                    'Object{\n  spec: Object.spec{\n    initContainers: [\n      Object.spec.initContainers{\n        name: "mesh-proxy",\n        image: params.data.image,\n        args: ["proxy", "sidecar"],\n        restartPolicy: "Always"\n      }\n    ]\n  }\n}',
                },
              },
            ],
          },
          bindings: [{ paramRef: { name: 'sidecar', parameterNotFoundAction: 'Deny' } }],
        },
      ]),
      create('without', { initContainers: [{ name: 'first', image: 'i' }] }),
      create('with', { initContainers: [{ name: 'mesh-proxy', image: 'own' }] }),
      create('none'),
    ),
    sequence(
      'a sidecar by a JSON patch',
      ...inUse('Mutating', [
        {
          name: 'sidecar',
          spec: {
            matchConstraints: inOwnNamespace([podRule]),
            matchConditions: [notYet],
            reinvocationPolicy: 'IfNeeded',
            mutations: [
              {
                patchType: 'JSONPatch',
                jsonPatch: {
                  expression:
                    '[\n  JSONPatch{\n    op: "add", path: "/spec/initContainers/-",\n    value: Object.spec.initContainers{\n      name: "mesh-proxy",\n      image: "mesh-proxy/v1.0.0",\n      restartPolicy: "Always"\n    }\n  }\n]',
                },
              },
            ],
          },
        },
      ]),
      create('without', { initContainers: [{ name: 'first', image: 'i' }] }),
      create('with', { initContainers: [{ name: 'mesh-proxy', image: 'own' }] }),
    ),
    sequence(
      'a label with a key that has to be escaped',
      ...inUse('Mutating', [
        {
          name: 'label',
          spec: {
            matchConstraints: inOwnNamespace([podRule]),
            mutations: [
              {
                patchType: 'JSONPatch',
                jsonPatch: {
                  expression:
                    '[\n  !has(object.metadata.labels) ? JSONPatch{op: "add", path: "/metadata/labels", value: {"example.com/environment": "test"}} :\n  JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/environment"), value: "test"}\n]',
                },
              },
            ],
          },
        },
      ]),
      create('unlabelled'),
      post(`${pods}?dryRun=All`, pod('labelled', {}, { labels: { a: 'b' } })),
    ),
  ],
};
