import type { Scenario, Step } from '../scenario.ts';
import { configMap, settle } from '../steps.ts';
import { contentDeleted, deleteNamespace, held, otherNamespace } from './namespace-steps.ts';

const NAME = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';

const patchMap = (change: object): Step => ({ patch: 'ConfigMap', name: NAME, with: change });
const deleteMap: Step = { delete: 'ConfigMap', name: NAME };
const wrong = { 'ca.crt': 'wrong' };

/** The ConfigMap `kube-root-ca.crt` of each namespace. */
export const rootCertificateScenarios: readonly Scenario[] = [
  { name: 'root-ca-deleted', steps: [settle, deleteMap, settle] },
  { name: 'root-ca-changed', steps: [settle, patchMap({ data: wrong }), settle] },
  { name: 'root-ca-emptied', steps: [settle, patchMap({ data: null }), settle] },
  { name: 'root-ca-with-more-data', steps: [settle, patchMap({ data: { more: 'x' } }), settle] },
  { name: 'root-ca-with-binary-data', steps: [settle, patchMap({ binaryData: { more: 'eA==' } }), settle] },
  {
    // Only the data counts.
    name: 'root-ca-labelled',
    steps: [settle, patchMap({ metadata: { labels: { team: 'a' }, annotations: { note: 'b' } } }), settle],
  },
  {
    name: 'root-ca-labelled-and-changed',
    steps: [settle, patchMap({ data: wrong, metadata: { labels: { team: 'a' }, annotations: { note: 'b' } } }), settle],
  },
  {
    name: 'root-ca-without-description',
    steps: [settle, patchMap({ metadata: { annotations: { [DESCRIPTION]: null } } }), settle],
  },
  {
    name: 'root-ca-with-another-description',
    steps: [settle, patchMap({ metadata: { annotations: { [DESCRIPTION]: 'mine' } } }), settle],
  },
  {
    name: 'root-ca-with-an-empty-description',
    steps: [settle, patchMap({ metadata: { annotations: { [DESCRIPTION]: '' } } }), settle],
  },
  {
    name: 'root-ca-changed-with-another-description',
    steps: [settle, patchMap({ data: wrong, metadata: { annotations: { [DESCRIPTION]: 'mine' } } }), settle],
  },
  {
    name: 'root-ca-immutable',
    steps: [settle, patchMap({ immutable: true }), settle],
  },
  {
    name: 'root-ca-immutable-and-deleted',
    steps: [settle, patchMap({ immutable: true }), settle, deleteMap, settle],
  },
  {
    // Wrong for good: nobody can change it. The other content of a new namespace does not depend on it.
    name: 'root-ca-immutable-and-wrong',
    steps: [
      settle,
      patchMap({ immutable: true, data: wrong }),
      settle,
      { delete: 'ServiceAccount', name: 'default' },
      settle,
    ],
  },
  { name: 'root-ca-held', steps: [settle, patchMap({ metadata: held }), settle, deleteMap, settle] },
  {
    // An object that is being deleted is repaired too.
    name: 'root-ca-held-and-changed',
    steps: [
      settle,
      patchMap({ metadata: held }),
      settle,
      deleteMap,
      settle,
      patchMap({ data: wrong }),
      settle,
      patchMap({ metadata: { finalizers: null } }),
      settle,
    ],
  },
  {
    name: 'root-ca-of-an-absent-owner',
    steps: [
      settle,
      patchMap({ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: 'x', uid: 'y' }] } }),
      settle,
    ],
  },
  {
    name: 'root-ca-of-another-namespace',
    steps: [otherNamespace(), settle, { delete: 'ConfigMap', name: `$NAMESPACE-other/${NAME}` }, settle],
  },
  {
    name: 'root-ca-of-another-name',
    steps: [configMap('other-ca.crt'), settle, { delete: 'ConfigMap', name: 'other-ca.crt' }, settle],
  },
  {
    name: 'root-ca-of-a-held-namespace',
    steps: [
      settle,
      patchMap({ metadata: held }),
      settle,
      deleteNamespace,
      contentDeleted,
      patchMap({ data: wrong }),
      settle,
    ],
  },
];
