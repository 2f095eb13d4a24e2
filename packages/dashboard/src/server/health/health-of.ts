import type { KindRef } from '../../protocol/index.ts';
import { conditionHealth } from './condition-health.ts';
import { type HealthVerdict, verdict } from './health-verdict.ts';
import { podHealth } from './pod-health.ts';
import { fieldAt, listAt, textAt } from './read-fields.ts';
import {
  daemonSetHealth,
  deploymentHealth,
  jobHealth,
  replicaSetHealth,
  statefulSetHealth,
} from './workload-health.ts';

/** The kinds whose state is read in a way of their own, by group and plural. */
const judges: ReadonlyMap<string, (object: unknown) => HealthVerdict> = new Map([
  ['/pods', podHealth],
  ['/persistentvolumeclaims', claimHealth],
  ['/services', serviceHealth],
  ['/namespaces', phaseHealth('Active')],
  ['/persistentvolumes', volumeHealth],
  ['apps/deployments', deploymentHealth],
  ['apps/replicasets', replicaSetHealth],
  ['apps/statefulsets', statefulSetHealth],
  ['apps/daemonsets', daemonSetHealth],
  ['batch/jobs', jobHealth],
]);

/** How an object does, as kstatus and Argo CD judge: by its replicas, phase or conditions. */
export function healthOf(kind: Pick<KindRef, 'group' | 'resource'>, object: unknown): HealthVerdict {
  if (textAt(object, 'metadata', 'deletionTimestamp') !== '') {
    const waitsFor = listAt(object, 'metadata', 'finalizers').filter((name) => typeof name === 'string');
    return verdict('deleting', waitsFor.length === 0 ? '' : `waits for ${waitsFor.join(', ')}`);
  }
  return (judges.get(`${kind.group}/${kind.resource}`) ?? conditionHealth)(object);
}

function claimHealth(object: unknown): HealthVerdict {
  const phase = textAt(object, 'status', 'phase');
  if (phase === 'Bound') return verdict('healthy');
  return phase === 'Lost' ? verdict('degraded', phase) : verdict('progressing', phase || 'Pending');
}

function volumeHealth(object: unknown): HealthVerdict {
  const phase = textAt(object, 'status', 'phase');
  if (phase === 'Failed') return verdict('degraded', phase);
  return phase === 'Pending' || phase === '' ? verdict('progressing', 'Pending') : verdict('healthy', phase);
}

function serviceHealth(object: unknown): HealthVerdict {
  if (textAt(object, 'spec', 'type') !== 'LoadBalancer') return verdict('healthy');
  const ingress = listAt(object, 'status', 'loadBalancer', 'ingress');
  return ingress.length > 0 ? verdict('healthy') : verdict('progressing', 'no address yet');
}

function phaseHealth(good: string): (object: unknown) => HealthVerdict {
  return (object) => {
    const phase = fieldAt(object, 'status', 'phase');
    return phase === good ? verdict('healthy') : verdict('progressing', typeof phase === 'string' ? phase : '');
  };
}
