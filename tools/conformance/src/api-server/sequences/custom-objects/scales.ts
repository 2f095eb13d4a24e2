import type { Area } from '../../sequence.ts';
import {
  apply,
  deployment,
  deployments,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  strategicPatch,
  widget,
  widgets,
} from '../../steps.ts';

const d = `${deployments}/d/scale`;
const w = `${widgets}/w/scale`;
const scale = (name: string, replicas: number, metadata: object = {}): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, ...metadata },
  spec: { replicas },
});

/** The scale subresource of custom objects, whichever fields a definition names. */
export const scales: Area = {
  name: 'scales',
  sequences: [
    sequence(
      'a scale that is replaced',
      post(deployments, deployment('d'), { save: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } }),
      put(d, scale('d', 3, { resourceVersion: '${rv}', uid: '${uid}' })),
      put(d, scale('d', 4, { resourceVersion: '${rv}' })),
      put(d, scale('d', 4, { uid: 'bad' })),
      put(d, scale('zz', 4)),
      put(d, scale('d', 4, { namespace: 'other' })),
      put(d, { ...scale('d', 4), kind: 'Deployment', apiVersion: 'apps/v1' }),
      put(d, { ...scale('d', 4), metadata: {} }),
      put(d, { spec: { replicas: 1 }, metadata: { name: 'd', labels: { a: 'b' } } }),
      put(d, scale('d', 2_147_483_648)),
      put(`${d}?dryRun=All`, scale('d', 9)),
      put(d, scale('d', 0)),
      get(d),
      get(`${deployments}/d`),
    ),
    sequence(
      'a scale that is patched',
      post(deployments, deployment('d'), { quiet: true }),
      mergePatch(d, { spec: { replicas: null } }),
      strategicPatch(d, { spec: { replicas: 2 } }),
      jsonPatch(d, [{ op: 'replace', path: '/spec/replicas', value: 3 }]),
      mergePatch(d, { metadata: { labels: { a: 'b' } } }),
      mergePatch(d, { metadata: { resourceVersion: '1' }, spec: { replicas: 7 } }),
      mergePatch(d, { metadata: { name: 'zz' } }),
      mergePatch(d, { spec: { replicas: 'x' } }),
      mergePatch(d, { spec: { replicas: -1 } }),
      apply(d, 'm', { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec: { replicas: 5 } }),
      get(`${deployments}/d`),
      mergePatch(`${deployments}/none/scale`, { spec: { replicas: 1 } }),
    ),
    sequence(
      'scales of custom objects',
      post(widgets, widget('w'), { quiet: true }),
      get(w),
      mergePatch(w, { spec: { replicas: 2 } }),
      put(w, scale('w', 2)),
      mergePatch(`${widgets}/w`, { spec: { replicas: 1 } }, { quiet: true }),
      get(w),
      put(w, scale('w', 3)),
      put(w, scale('w', -1)),
      put(w, scale('w', 4, { uid: 'bad' })),
      mergePatch(w, { spec: { replicas: 5 } }),
      strategicPatch(w, { spec: { replicas: 5 } }),
      mergePatch(`${widgets}/w`, { spec: { replicas: -1 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 2_147_483_648 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 7, selector: 'not a selector=' } }),
      get(w),
      get(`${widgets}/w`),
      get(`${widgets}/none/scale`),
    ),
  ],
};
