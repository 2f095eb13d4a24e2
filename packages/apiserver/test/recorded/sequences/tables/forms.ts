import type { Area, RequestStep } from '../../sequence.ts';
import {
  asTable,
  configMap,
  configMaps,
  deployment,
  deployments,
  del,
  get,
  pod,
  pods,
  post,
  sequence,
  watch,
  widget,
  widgets,
} from '../../steps.ts';
import { inCluster } from './rows.ts';

const accept = (text: string): { headers: { accept: string } } => ({ headers: { accept: text } });
const V1BETA1 = 'application/json;as=Table;v=v1beta1;g=meta.k8s.io';
const quiet = { quiet: true } as const;
const prepare: readonly RequestStep[] = [
  post(configMaps, configMap('a', { a: '1' }, { labels: { x: 'y' } }), quiet),
  post(configMaps, configMap('b'), quiet),
];

/** What all tables have in common, whatever their rows. */
export const tableForms: Area = {
  name: 'forms of tables',
  sequences: [
    sequence(
      'objects in rows',
      ...prepare,
      get(`${configMaps}/a`, asTable),
      ...['None', 'Metadata', 'Object', 'Bogus', 'none', ''].map((value) =>
        get(`${configMaps}/a?includeObject=${value}`, asTable),
      ),
      get(`${configMaps}?includeObject=Object`, asTable),
      get(`${configMaps}?includeObject=Bogus`, asTable),
      get(`${configMaps}?includeObject=None&includeObject=Object`, asTable),
      // The parameter has no effect without a table.
      get(`${configMaps}/a?includeObject=Bogus`),
    ),
    sequence(
      'empty tables',
      get(configMaps, asTable),
      get(widgets, asTable),
      get(pods, asTable),
      get(`${configMaps}?labelSelector=none`, asTable),
    ),
    sequence(
      'tables in the older version',
      ...prepare,
      get(`${configMaps}/a`, accept(V1BETA1)),
      get(configMaps, accept(V1BETA1)),
      get(configMaps, accept(`application/json;as=Table;v=v1;g=meta.k8s.io,${V1BETA1},application/json`)),
      get(configMaps, accept(`application/json;as=Table;v=v2;g=meta.k8s.io,${V1BETA1}`)),
    ),
    // Not in YAML: the recording would keep the descriptions of columns, which come from Kubernetes' documentation.
    sequence(
      'tables in other encodings',
      ...prepare,
      get(`${configMaps}/a?pretty=true&includeObject=None`, asTable),
      get(`${configMaps}/a`, accept('application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io')),
      get(
        `${configMaps}/a`,
        accept('application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json'),
      ),
    ),
    sequence(
      'pages of tables',
      ...prepare,
      get(`${configMaps}?limit=1&includeObject=None`, { ...asTable, save: { next: 'metadata.continue' } }),
      get(`${configMaps}?limit=1&includeObject=None&continue=\${next}`, asTable),
    ),
    sequence(
      'tables of answers to writes',
      post(configMaps, configMap('made'), asTable),
      post(configMaps, configMap('made'), asTable),
      del(`${configMaps}/made`, undefined, asTable),
      get(`${configMaps}/made`, asTable),
      post(pods, pod('made'), asTable),
      del(`${pods}/made`, undefined, asTable),
    ),
    sequence(
      'tables of what is not the object',
      post(deployments, deployment('d', { replicas: 2 }), quiet),
      get(`${deployments}/d/scale`, asTable),
      get(`${deployments}/d/status?includeObject=None`, asTable),
      post(widgets, widget('w', { color: 'red', replicas: 3 }), quiet),
      get(`${widgets}/w/scale`, asTable),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } },
        asTable,
      ),
    ),
    sequence(
      'watches of tables',
      ...prepare,
      watch(`${configMaps}?includeObject=None`, asTable),
      watch(configMaps, accept(V1BETA1)),
      watch(`${configMaps}?includeObject=Bogus`, asTable),
    ),
    sequence(
      'rows that say that a pod is over',
      post(pods, pod('p'), quiet),
      get(`${inCluster('namespaces')}/\${NS}?includeObject=None`, asTable),
      get(`${pods}/p?includeObject=Object`, asTable),
    ),
  ],
};
