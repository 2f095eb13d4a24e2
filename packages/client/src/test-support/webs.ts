import {
  type ApplyInput,
  type ClusterResource,
  defineResource,
  type KubernetesObject,
  type ObjectMeta,
  type Resource,
} from '@kb/apimachinery';

/** A kind of a custom group. */
export interface Web extends KubernetesObject {
  spec: { image: string; replicas?: number };
  status?: { ready: boolean };
}

/** The namespaced resource of {@link Web}. */
export const webs: Resource<Web, ApplyInput<Web>, string> = defineResource<Web>({
  group: 'x.example.com',
  version: 'v1',
  kind: 'Web',
  plural: 'webs',
  namespaced: true,
});
/** A cluster-scoped resource. */
export const nodes: ClusterResource<
  KubernetesObject,
  ApplyInput<KubernetesObject>,
  string
> = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});

/** Metadata as a server sends it. */
export const metadata: ObjectMeta = {
  name: 'a',
  namespace: 'n',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
};
/** A web as a server sends it. */
export const web: Web = { apiVersion: 'x.example.com/v1', kind: 'Web', metadata, spec: { image: 'i' } };
/** The path of the group version. */
export const root = '/apis/x.example.com/v1';
