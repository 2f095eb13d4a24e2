import type { Scenario, Step } from '../scenario.ts';
import { settle } from '../steps.ts';

const NAME = 'kube-root-ca.crt';

const patchMap = (change: object): Step => ({ patch: 'ConfigMap', name: NAME, with: change });
const deleteMap: Step = { delete: 'ConfigMap', name: NAME };
const wrong = { 'ca.crt': 'wrong' };

/** The ConfigMap `kube-root-ca.crt` of each namespace. */
export const rootCertificateScenarios: readonly Scenario[] = [
  { name: 'root-ca-deleted', steps: [settle, deleteMap, settle] },
  { name: 'root-ca-changed', steps: [settle, patchMap({ data: wrong }), settle] },
  { name: 'root-ca-emptied', steps: [settle, patchMap({ data: null }), settle] },
];
