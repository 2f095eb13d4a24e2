import { type DeepReadonly, equalJson } from '@kb/apimachinery';
import type { DaemonSet } from '@kb/kubernetes/apps/v1';
import type { Affinity, PodSpec, Toleration } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import type { Template } from '../shared/template-hash.ts';

/** A DaemonSet as the caches hold it. */
export type LiveDaemonSet = DeepReadonly<DaemonSet>;

/** The label of Pods and ControllerRevisions with the hash of their template. */
export const HASH_LABEL = 'controller-revision-hash';
/** The older label of Pods that counts the changes of the template. */
const GENERATION_LABEL = 'pod-template-generation';
/** The annotation of a DaemonSet that counts the changes of its template. */
const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

/** The template of a DaemonSet. */
export const templateOfDaemon = ({ spec }: LiveDaemonSet): Template => spec.template;

type LiveToleration = DeepReadonly<Toleration>;
type LiveAffinity = DeepReadonly<Affinity>;

const tolerated = [
  ['not-ready', 'NoExecute'],
  ['unreachable', 'NoExecute'],
  ['disk-pressure', 'NoSchedule'],
  ['memory-pressure', 'NoSchedule'],
  ['pid-pressure', 'NoSchedule'],
  ['unschedulable', 'NoSchedule'],
] as const;

/**
 * Returns the tolerations of the Pods of a DaemonSet: those of its template, and those of the taints that a failing or
 * cordoned node gets. Pods in the network of their host also tolerate a node without a network.
 */
export function daemonTolerations(spec: DeepReadonly<PodSpec> | undefined): readonly LiveToleration[] {
  const taints = spec?.hostNetwork ? [...tolerated, ['network-unavailable', 'NoSchedule'] as const] : tolerated;
  let tolerations: readonly LiveToleration[] = spec?.tolerations ?? [];
  for (const [name, effect] of taints) {
    const added = { key: `node.kubernetes.io/${name}`, operator: 'Exists', effect } as const;
    const isSame = ({ key, operator, effect, value }: LiveToleration): boolean =>
      equalJson({ key, operator, effect }, added) && !value;
    tolerations = tolerations.some(isSame)
      ? tolerations.map((toleration) => (isSame(toleration) ? added : toleration))
      : [...tolerations, added];
  }
  return tolerations;
}

/** Returns an affinity that allows one node only. Preferences are kept. */
function affinityTo(node: string, affinity: LiveAffinity = {}): LiveAffinity {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  const nodeAffinity = { ...affinity.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required };
  return { ...affinity, nodeAffinity };
}

/** Returns the template of the Pod of a DaemonSet for one node. `hash`: of the current revision. */
export function daemonPodTemplate(set: LiveDaemonSet, hash: string, node: string): Template {
  const { metadata, spec } = templateOfDaemon(set);
  const generation = templateGeneration(set);
  return {
    metadata: {
      ...metadata,
      labels: {
        ...metadata?.labels,
        ...(generation !== undefined && { [GENERATION_LABEL]: generation }),
        [HASH_LABEL]: hash,
      },
    },
    spec: {
      containers: [],
      ...spec,
      tolerations: daemonTolerations(spec),
      affinity: affinityTo(node, spec?.affinity),
    },
  };
}

/** The number of changes of a DaemonSet's template, as the API server counts them; undefined if it is no number. */
function templateGeneration({ metadata }: LiveDaemonSet): string | undefined {
  const text = metadata.annotations?.[GENERATION_ANNOTATION] ?? '';
  return /^[+-]?\d{1,18}$/.test(text) ? String(Number(text)) : undefined;
}

/** Returns the test of whether a Pod has the current template of its DaemonSet. */
export function updatedTest(set: LiveDaemonSet, hash: string): (pod: LivePod) => boolean {
  const generation = templateGeneration(set);
  return ({ metadata: { labels = {} } }) =>
    labels[HASH_LABEL] === hash || (generation !== undefined && labels[GENERATION_LABEL] === generation);
}

/** The node that a Pod is on, or is meant for; undefined if it names none, or several. */
export function targetNode({ spec }: LivePod): string | undefined {
  if (spec.nodeName) return spec.nodeName;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms) {
    const field = matchFields.find(({ key, operator }) => key === 'metadata.name' && operator === 'In');
    if (field !== undefined) return field.values?.length === 1 ? field.values[0] : undefined;
  }
  return undefined;
}
