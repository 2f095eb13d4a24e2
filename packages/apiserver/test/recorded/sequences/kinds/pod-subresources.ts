import type { Area } from '../../sequence.ts';
import { apply, get, jsonPatch, mergePatch, pod, pods, post, put, sequence, strategicPatch } from '../../steps.ts';

const debug = `${pods}/p/ephemeralcontainers`;
const resize = `${pods}/p/resize`;
const debugging = { name: 'd', image: 'busybox', stdin: true, tty: true, targetContainerName: 'c' };
const withDebugger = (container: object): object => ({ spec: { ephemeralContainers: [container] } });
const withResources = (resources: object, more: object = {}): object => ({
  spec: { containers: [{ name: 'c', resources, ...more }] },
});
const resources = { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '200m' } };

export const podSubresources: Area = {
  name: 'pod subresources',
  sequences: [
    sequence(
      'ephemeral containers',
      post(pods, pod('p', {}, { labels: { a: 'b' } })),
      get(debug),
      strategicPatch(`${debug}?fieldManager=kubectl-debug`, withDebugger(debugging)),
      get(debug, { save: { rv: 'metadata.resourceVersion' } }),
      strategicPatch(`${debug}?fieldManager=kubectl-debug`, withDebugger({ name: 'e', image: 'i' })),
      // Nothing else changes here.
      mergePatch(debug, {
        metadata: { labels: { x: 'y' }, finalizers: ['a.b/c'] },
        spec: { activeDeadlineSeconds: 5 },
        status: { phase: 'Running' },
      }),
      jsonPatch(debug, [{ op: 'remove', path: '/spec/ephemeralContainers/0' }]),
      strategicPatch(debug, withDebugger({ ...debugging, name: 'c' })),
      strategicPatch(debug, withDebugger({ name: 'f', image: 'i', targetContainerName: 'none' })),
      strategicPatch(
        debug,
        withDebugger({
          name: 'f',
          ports: [{ containerPort: 80 }],
          resources: { limits: { cpu: '1' } },
          livenessProbe: { httpGet: { port: 80 } },
          volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'a' }],
        }),
      ),
      put(debug, pod('p', { ephemeralContainers: [debugging, { name: 'e', image: 'i' }, { name: 'g', image: 'i' }] })),
      put(debug, pod('p', { ephemeralContainers: [] }, { resourceVersion: '${rv}' })),
      put(debug, pod('p')),
      apply(debug, 'a', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        ...withDebugger({ name: 'h', image: 'i' }),
      }),
      post(debug, pod('p')),
      strategicPatch(`${pods}/none/ephemeralcontainers`, withDebugger(debugging)),
      get(`${pods}/p`),
    ),
    sequence(
      'resizes',
      post(pods, pod('p', { containers: [{ name: 'c', image: 'i', resources }] })),
      get(resize),
      strategicPatch(resize, withResources({ requests: { cpu: '150m' } })),
      mergePatch(resize, { metadata: { labels: { x: 'y' } }, status: { phase: 'Running' }, spec: { hostname: 'h' } }),
      strategicPatch(
        resize,
        withResources({}, { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
      ),
      strategicPatch(resize, withResources({ requests: { 'ephemeral-storage': '1Gi' } })),
      strategicPatch(resize, withResources({ limits: { memory: '64Mi', cpu: '150m' } })),
      strategicPatch(resize, withResources({ requests: { cpu: null } })),
      strategicPatch(resize, withResources({ limits: { cpu: null } })),
      strategicPatch(resize, { spec: { containers: [{ name: 'other', image: 'i' }] } }),
      put(resize, pod('p', { containers: [{ name: 'x', image: 'i', resources }] })),
      put(resize, pod('p', { containers: [{ name: 'c', image: 'other', resources }] })),
      apply(resize, 'a', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        ...withResources({ requests: { memory: '32Mi' } }),
      }),
      get(`${pods}/p`),
    ),
  ],
};
