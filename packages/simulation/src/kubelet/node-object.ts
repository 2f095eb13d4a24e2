import { formatTime, type ObjectMetaInput } from '@kb/apimachinery';
import type { NodeCondition, NodeSpec, NodeStatus } from '@kb/kubernetes/core/v1';
import type { NodeSettings } from './options/node-options.ts';
import type { LiveNode } from '../shared/kinds.ts';
import { NODE_READY, reportsReady } from './node-state.ts';

/** The Node object as it is registered. */
export function nodeObject(
  settings: NodeSettings,
  now: number,
): { metadata: ObjectMetaInput; spec: NodeSpec; status: NodeStatus } {
  const { name, labels, taints, capacity, address } = settings;
  return {
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
    },
    spec: taints.length === 0 ? {} : { taints: [...taints] },
    status: {
      capacity: { ...capacity },
      allocatable: { ...capacity },
      conditions: conditionsAt(now, true),
      addresses: [
        { type: 'InternalIP', address },
        { type: 'Hostname', address: name },
      ],
      nodeInfo: simulatedNodeInfo,
    },
  };
}

const pressures = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'simulated node: nothing uses memory'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'simulated node: nothing uses disks'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'simulated node: there are no processes'],
] as const;
const ready = ['Ready', 'True', 'KubeletReady', 'simulated node: Pods are Running in their status only'] as const;
const notReady = ['Ready', 'False', 'KubeletNotReady', `simulated node: the annotation ${NODE_READY} says so`] as const;

function conditionsAt(now: number, isReady: boolean): NodeCondition[] {
  const time = formatTime(now);
  return [...pressures, isReady ? ready : notReady].map(([type, status, reason, message]) => {
    return { type, status, reason, message, lastHeartbeatTime: time, lastTransitionTime: time };
  });
}

/** The system information of the node. All of these fields are required; those that nothing reads are empty. */
const simulatedNodeInfo: NonNullable<NodeStatus['nodeInfo']> = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: 'simulated',
  osImage: 'simulated',
  containerRuntimeVersion: 'simulated://1',
  kubeletVersion: 'v1.36.0+simulated',
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
};

/**
 * Returns the Node with the conditions that it should report, if it lacks them: another client created the object, or
 * marked the node as unreachable. Undefined if they are right.
 */
export function refreshedNode(node: LiveNode, settings: NodeSettings, now: number): LiveNode | undefined {
  const wanted = { ...nodeObject(settings, now).status, conditions: conditionsAt(now, reportsReady(node)) };
  const stands = (condition: NodeCondition): boolean =>
    node.status?.conditions?.some(({ type, status }) => type === condition.type && status === condition.status) ??
    false;
  if (wanted.conditions.every(stands)) return undefined;
  const own = new Set(wanted.conditions.map(({ type }) => type));
  const others = (node.status?.conditions ?? []).filter(({ type }) => !own.has(type));
  return {
    ...node,
    status: { ...wanted, ...node.status, conditions: [...wanted.conditions, ...others] },
  };
}
